import { formatOrderTime } from '#domain/dates.ts'
import { RANG } from '#domain/florist-devices.ts'
import { ApiError } from '#src/lib/api.ts'
import { recall, remember } from '#src/lib/browser-storage.ts'
import { linkToken } from '#src/lib/link-token.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setBusy, setText, setVisible } from '#src/lib/page-parts.ts'
import { type Device, type Listed, ringCalls } from '#src/lib/ring-calls.ts'
import { ask } from './dialogs.ts'
import { allowAloud, mayAskAloud, ringAloud, stayAwake, stopRing } from './ring-aloud.ts'
import { RINGS_HERE } from './ring-section.ts'
import { isIos, onHomeScreen, phoneName, subscribe, subscription } from './ring-subscription.ts'

// `Ring this phone`, once it is opened or where it rings already.

const NO_CONNECTION = 'No connection. Please try again.'
const NOT_HERE =
  'This browser does not let us ring. A private window never does: open your link in a normal one, and try again.'
const NOT_ANSWERED = 'Your phone asked, and got no answer. Tap again and choose Allow.'
const SAID: Readonly<Record<string, string>> = {
  taken: 'Sent. It rings within seconds. If it stays silent, turn up the volume and turn off Do Not Disturb.',
  gone: 'That phone does not ring any more, so it was removed. Add it again on that phone.',
}
const NOT_TAKEN = 'The ring was not taken just now. Please try again in a minute.'

const STATES = ['unsupported', 'denied', 'home', 'ask'] as const

let shown: FloristOrder
let lookAgain: () => void
/** The phones of the shop as they were read last; null: not yet, or not those of this link. */
let devices: Device[] | null = null
let ofToken = ''
let working = false

/** Shows how it stands with the rings of this phone. Called again with each state of the order. */
export async function fillInRing(order: FloristOrder, look: () => void): Promise<void> {
  shown = order
  lookAgain = look
  if (ofToken !== linkToken()) devices = null
  if (devices) return show()
  ofToken = linkToken()
  await attempt(readDevices)
}

/** Does something, and says why it came to nothing. */
async function attempt(work: () => Promise<unknown>, button?: HTMLElement): Promise<void> {
  if (working) return
  working = true
  if (button) setBusy(button, true)
  for (const name of ['ring-failure', 'ring-said']) setText(name, null)
  setVisible('ring-again', false)
  try {
    await work()
  } catch (error) {
    setText('ring-failure', error instanceof ApiError ? error.message : NO_CONNECTION)
    setVisible('ring-again', devices === null)
  } finally {
    working = false
    if (button) setBusy(button, false)
    setVisible('ring-loading', false)
  }
}

async function readDevices(): Promise<void> {
  const own = await subscription()
  const before = recall('localStorage', RINGS_HERE)
  // The browser got another one while no page was open, and its worker could not say so.
  if (own && before && before !== own.endpoint) await ringCalls.renew(before, own.toJSON())
  take(await ringCalls.list(linkToken(), own?.endpoint ?? null))
}

function take(listed: Listed): void {
  devices = listed.devices
  show()
}

/** True if this browser rings for the shop. */
const ringsHere = () => permission() === 'granted' && (devices ?? []).some(({ isOwn }) => isOwn)

const permission = () => ('Notification' in window ? Notification.permission : null)

function stateHere(): (typeof STATES)[number] | 'on' {
  if (!('PushManager' in window && 'serviceWorker' in navigator && permission())) {
    // Firefox knows pushes in a private window, but has no worker there.
    return isIos() && !onHomeScreen() ? 'home' : 'unsupported'
  }
  if (ringsHere()) return 'on'
  return permission() === 'denied' ? 'denied' : 'ask'
}

async function show(): Promise<void> {
  const state = stateHere()
  for (const each of STATES) setVisible(`ring-${each}`, each === state)
  const name = nameField()
  if (!name.value) name.value = phoneName()
  const isOn = state === 'on'
  setVisible('ring-aloud', isOn && mayAskAloud())
  showDevices()
  stayAwake(shown, isOn)
  const own = await subscription()
  remember('localStorage', RINGS_HERE, isOn && own ? own.endpoint : null)
}

function nameField(): HTMLInputElement {
  const field = getPart('ring-ask').querySelector('input')
  if (!field) throw new Error('The form has a name')
  return field
}

function showDevices(): void {
  const template = getPart('ring-device')
  if (!(template instanceof HTMLTemplateElement)) return
  const own = (devices ?? []).toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
  setVisible('ring-title', own.length > 0)
  getPart('ring-devices').replaceChildren(...own.map((device) => itemOf(device, template)))
}

function itemOf(device: Device, template: HTMLTemplateElement): Node {
  const item = template.content.cloneNode(true) as DocumentFragment
  const part = (name: string) => item.querySelector<HTMLElement>(`[data-of=${name}]`)
  const { name, lastRungAt, lastAnswer } = device
  part('name')?.append(name)
  if (!device.isOwn) part('own')?.remove()
  const at = lastRungAt && formatOrderTime(lastRungAt, shown.timeZone)
  const failed = lastAnswer !== RANG && ' (did not get through)'
  part('rung')?.append(at ? `Last ring: ${at}${failed || ''}` : 'Not rung yet')
  for (const button of item.querySelectorAll('button')) {
    button.ariaLabel = `${button.textContent}: ${name}`
    button.onclick = () => ACTIONS[button.dataset['do'] ?? '']?.(device, button)
  }
  return item
}

const choice = async ({ id: deviceId }: Device) => ({
  token: linkToken(),
  deviceId,
  endpoint: (await subscription())?.endpoint ?? null,
})

const ACTIONS: Readonly<Record<string, (device: Device, button: HTMLElement) => void>> = {
  try: (device, button) =>
    attempt(async () => {
      const { answer, devices } = await ringCalls.try(await choice(device))
      // A subscription that its push service gave up cannot be added again.
      if (answer === 'gone' && device.isOwn) await (await subscription())?.unsubscribe()
      take({ devices })
      setText('ring-said', SAID[answer] ?? NOT_TAKEN)
    }, button),
  rename: (device, button) => {
    const field = getPart('ring-rename-dialog').querySelector('input')
    if (!field) return
    field.value = device.name
    ask('ring-rename-dialog', () =>
      attempt(
        async () => take(await ringCalls.rename({ ...(await choice(device)), name: field.value })),
        button,
      ),
    )
  },
  remove: (device, button) => {
    setText('ring-remove-name', device.name)
    ask('ring-remove-dialog', () =>
      attempt(async () => {
        take(await ringCalls.remove(await choice(device)))
        if (device.isOwn) await (await subscription())?.unsubscribe()
      }, button),
    )
  },
}

/** Asks the browser, and has it ring for the shop. */
async function addThisPhone(): Promise<void> {
  const { push } = shown
  if (!push) return
  const allowed = await Notification.requestPermission()
  if (allowed === 'denied') return show()
  if (allowed === 'default') return setText('ring-failure', NOT_ANSWERED)
  const own = await subscribe(push.publicKey).catch(() => null)
  if (!own) return setText('ring-failure', NOT_HERE)
  const name = nameField().value
  take(await ringCalls.add({ token: linkToken(), name, subscription: own.toJSON() }))
  setText('ring-said', 'This phone rings from now on. Try it now.')
}

getPart('ring-ask').addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(addThisPhone, getPart('ring-add'))
})
getPart('ring-again').addEventListener('click', () => attempt(readDevices, getPart('ring-again')))
getPart('ring-aloud').addEventListener('click', () => {
  allowAloud()
  setVisible('ring-aloud', false)
})

/** The worker tells the page of a ring, and which order is to be opened. */
navigator.serviceWorker?.addEventListener(
  'message',
  ({ data }: MessageEvent<{ ring?: string; open?: string }>) => {
    if (data.ring) {
      ringAloud()
      if (isShown(data.ring)) lookAgain()
    }
    if (data.open) {
      stopRing()
      if (!isShown(data.open)) location.href = data.open
    }
  },
)

function isShown(address: string): boolean {
  const { searchParams, hash } = new URL(address)
  return (searchParams.get('token') || hash.slice(1)) === linkToken()
}

// Only here: a page that nothing rings on is no app. Without a start of its own, the home screen keeps the address with its token.
const manifest = document.createElement('link')
Object.assign(manifest, { rel: 'manifest', href: '/florist.webmanifest' })
document.head.append(manifest)
