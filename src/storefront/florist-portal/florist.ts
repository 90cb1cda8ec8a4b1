import { ANSWER_RULES, FLORIST_ANSWERS, type FloristAnswer } from '#domain/florist.ts'
import { ApiError } from '#src/lib/api.ts'
import { formValues } from '#src/lib/form-data.ts'
import { keepForm, takeKeptForm } from '#src/lib/kept-form.ts'
import { linkToken } from '#src/lib/link-token.ts'
import { type FloristOrder, orderLinks } from '#src/lib/order-links.ts'
import { getPart, setBusy, setText, setVisible } from '#src/lib/page-parts.ts'
import { watchPhotos } from '#src/lib/photo-item.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { ask, askForFlowers, askForOutcome, askForPhoto, askForTime, type OutcomeFields } from './dialogs.ts'
import { clear, fillIn, headline, stepToPhotograph } from './fill-in.ts'
import {
  CLOSED,
  FAILED,
  LINKS_NOT_SENT,
  LINKS_SENT,
  LOOKING,
  NO_CONNECTION,
  NO_LINK,
  NOT_SENT,
} from './messages.ts'
import { hasUnsentPhoto, type Receiver, sendPhoto, takePhoto } from './photos.ts'
import { showRing } from './ring-section.ts'

// The page behind a florist's link.

/** Back at the page after this long, it looks whether the order still stands as it did. */
const FRESH_MS = 20_000
const LINKS_MS = 4 * 60_000
/** The second tap of a double tap must not hit the button that has just come into its place. */
const DOUBLE_TAP_MS = 600

let looked = 0
/** Something is being sent. */
let working = false
/** The number of times that something was sent. */
let sends = 0
let looking = false
let shown: FloristOrder | null = null
let sendingLinks = false
/** The last attempt that was sent, with its key: sent again as it is after a failure, it counts once. */
let sentAttempt = { content: '', key: '' }

/**
 * Gets the order. A press goes before it: what was sent meanwhile is shown, and not what was found.
 * @param quietly it is shown already: a look that fails changes nothing
 */
async function look(quietly = false): Promise<void> {
  if (working || looking) return
  if (!linkToken()) return stop(NO_LINK.heading, NO_LINK.text)
  const before = sends
  looking = true
  setBusy(getPart('retry'), true)
  try {
    const order = await orderLinks.floristOrder(linkToken())
    if (sends === before) filled(order)
  } catch (error) {
    if (sends !== before) return
    if (isClosed(error)) stop(CLOSED, error.message)
    else if (error instanceof ApiError && error.status === 422) stop(NO_LINK.heading, NO_LINK.text)
    else if (!quietly) notLoaded(error)
  } finally {
    looking = false
    setBusy(getPart('retry'), false)
    if (sends !== before) look(true)
  }
}

function filled(order: FloristOrder): void {
  looked = serverNow()
  // What was refused while the sender was asked may be possible now.
  if (shown?.substitution.question && !order.substitution.question) setText('failure', null)
  shown = order
  fillIn(order)
  showRing(order, () => look(true))
}

/** Shows that the link opens nothing. */
function stop(heading: string, text: string): void {
  shown = null
  clear()
  headline(heading, text, 'off')
  setVisible('links', true)
}

function notLoaded(error: unknown): void {
  const [heading, text] =
    error instanceof ApiError ? [FAILED, error.message] : [NO_CONNECTION.heading, NO_CONNECTION.text]
  clear()
  headline(heading, text, 'off')
  setVisible('retry', true)
}

/**
 * Sends something about the order and shows how it stands then. What is on its way already is not sent twice: its answer closes the
 * dialog.
 * @param button is busy meanwhile
 * @returns what is wrong with it; null when it is there
 */
async function send(call: () => Promise<FloristOrder>, button?: HTMLElement): Promise<string | null> {
  if (working) return ''
  working = true
  sends += 1
  if (button) setBusy(button, true)
  try {
    filled(await call())
    return null
  } catch (error) {
    if (isClosed(error)) {
      stop(CLOSED, error.message)
      return null
    }
    if (!(error instanceof ApiError)) return NOT_SENT
    if (error.code === 'page_outdated') keepForms()
    // It has moved on: the page shows where it stands, and says why this came to nothing.
    if (error.status === 409) setTimeout(() => look(true))
    return error.issues[0]?.message ?? error.message
  } finally {
    working = false
    if (button) setBusy(button, false)
  }
}

/** Sends what a button without a dialog says. Tapped again after a failure it counts once. */
async function press(button: HTMLElement, call: () => Promise<FloristOrder>): Promise<void> {
  if (working) return
  setText('failure', null)
  const problem = await send(call, button)
  if (problem) setText('failure', problem)
  else moveOn()
}

function answer(what: FloristAnswer, reason?: string): Promise<void> {
  const given = { answer: what, ...(reason && { reason }) }
  return press(getPart(what), () => orderLinks.answer({ token: linkToken(), ...given }))
}

/** Another button has just come under the finger, and other words above it. */
function moveOn(): void {
  if (!shown) return
  getPart('bar').inert = true
  setTimeout(() => {
    getPart('bar').inert = false
  }, DOUBLE_TAP_MS)
  getPart('heading').focus()
}

/** Sends a new time, by the market's clock. */
const sayLate = (until: string) => send(() => orderLinks.late({ token: linkToken(), until }))

/** Sends the flowers that are missing, and what goes in instead. */
async function saySubstitute(
  { preference }: FloristOrder['substitution'],
  flowers: { missing: string; instead: string },
): Promise<string | null> {
  if (!preference) return ''
  const wish = { ...flowers, preference }
  const problem = await send(
    () => orderLinks.substitute({ token: linkToken(), ...wish }),
    getPart('substitute-yes'),
  )
  if (problem === null) moveOn()
  return problem
}

/** Emails the shop the links of its open orders, for a florist whose link opens nothing. */
async function sendLinks(form: HTMLFormElement): Promise<void> {
  if (sendingLinks) return
  const email = form.elements.namedItem('email')
  if (!(email instanceof HTMLInputElement)) return
  sendingLinks = true
  setBusy(getPart('send-links'), true)
  for (const name of ['links-sent', 'links-why']) setText(name, null)
  email.removeAttribute('aria-invalid')
  try {
    await orderLinks.sendFloristLinks(email.value)
    setText('links-sent', LINKS_SENT)
  } catch (error) {
    const known = error instanceof ApiError ? error : null
    const issue = known?.issues[0]?.message
    setText('links-why', issue ?? known?.message ?? LINKS_NOT_SENT)
    if (issue) email.setAttribute('aria-invalid', 'true')
    email.focus()
  } finally {
    sendingLinks = false
    setBusy(getPart('send-links'), false)
  }
}

function isClosed(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'florist_link_closed'
}

/** Sends what happened at the door. */
async function sendAttempt(outcome: OutcomeFields): Promise<string | null> {
  const content = JSON.stringify(outcome)
  if (content !== sentAttempt.content) sentAttempt = { content, key: crypto.randomUUID() }
  const { key } = sentAttempt
  const problem = await send(() => orderLinks.attempt({ token: linkToken(), key, ...outcome }))
  if (problem !== null) return problem
  sentAttempt = { content: '', key: '' }
  moveOn()
  return null
}

/** Asks what happened at the door. Flowers that are left there are photographed first; then it goes on. */
function askAtDoor(): void {
  if (!shown) return
  const hasPhoto = shown.photos.some(({ step }) => step === 'door')
  const onStored = (order: FloristOrder) => {
    filled(order)
    askAtDoor()
  }
  const photograph = () => takePhoto('door', { ...toServer(), onStored })
  askForOutcome(shown, sendAttempt, hasPhoto ? null : photograph)
}

/** Texts typed into the dialogs are there again once the page was loaded anew. */
function keepForms(): void {
  for (const [n, form] of [...document.forms].entries()) keepForm(String(n), formValues(new FormData(form)))
}

function fillInForms(): void {
  for (const [n, form] of [...document.forms].entries()) {
    for (const [name, value] of Object.entries(takeKeptForm(String(n)) ?? {})) {
      const control = form.elements.namedItem(name)
      if (control && 'value' in control) control.value = String(value)
    }
  }
}

const toServer = (): Receiver => ({ token: linkToken(), onStored: filled, onRefused: () => look(true) })

/** Takes a photograph of what is to be photographed now. */
function photograph(): void {
  const step = shown && stepToPhotograph(shown.photoSteps)
  if (step) takePhoto(step, toServer())
}

function becomeReady(): void {
  const hasPhoto = shown?.photos.some(({ step }) => step === 'bouquet') || hasUnsentPhoto()
  const ready = () => void answer('ready')
  if (hasPhoto) ready()
  else askForPhoto(photograph, ready)
}

function removePhoto(event: Event): void {
  const photoId = event.target instanceof HTMLElement ? event.target.dataset['photo'] : undefined
  if (!photoId) return
  ask('photo-dialog', async () => {
    setText('photo-failure', await send(() => orderLinks.deletePhoto({ token: linkToken(), photoId })))
  })
}

getPart('accept').addEventListener('click', () => answer('accept'))
getPart('ready').addEventListener('click', becomeReady)
getPart('take-photo').addEventListener('click', photograph)
getPart('photo-substitution').addEventListener('click', () => takePhoto('substitution', toServer()))
getPart('photo-again').addEventListener('click', () => sendPhoto(toServer()))
getPart('photos').addEventListener('click', removePhoto)
getPart('reject').addEventListener('click', () => ask('reject-dialog', (reason) => answer('reject', reason)))
getPart('delivered').addEventListener('click', askAtDoor)
for (const what of FLORIST_ANSWERS) {
  if (ANSWER_RULES[what].button) getPart(what).addEventListener('click', () => answer(what))
}
getPart('late').addEventListener('click', () => shown && askForTime(shown, sayLate))
getPart('substitute').addEventListener('click', () => {
  const { substitution } = shown ?? {}
  if (shown && substitution) askForFlowers(shown, (flowers) => saySubstitute(substitution, flowers))
})
// The flowers were found: the sender is not asked any more.
getPart('found').addEventListener('click', () => press(getPart('found'), () => orderLinks.found(linkToken())))
getPart('retry').addEventListener('click', () => look())
getPart('links').addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) sendLinks(event.target)
})
addEventListener('online', () => (shown ? sendPhoto(toServer()) : look()))
addEventListener('beforeunload', (event) => hasUnsentPhoto() && event.preventDefault())
addEventListener('hashchange', () => {
  shown = null
  clear()
  headline(LOOKING, '', 'open')
  look()
})
function comeBack(): void {
  if (!document.hidden && shown && serverNow() - looked > FRESH_MS) look(true)
}
document.addEventListener('visibilitychange', comeBack)
addEventListener('pageshow', ({ persisted }) => persisted && comeBack())
watchPhotos(getPart('photos'), () => look(true))
// A florist waits for the sender's answer with the flowers in hand, and links to photographs live five minutes at least.
setInterval(() => {
  const linksAge = shown?.photos.length ? serverNow() - looked : 0
  if (!document.hidden && (shown?.substitution.question || linksAge > LINKS_MS)) look(true)
}, FRESH_MS)
fillInForms()
look()
