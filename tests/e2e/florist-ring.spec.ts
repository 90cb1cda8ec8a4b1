import type { BrowserContext } from '@playwright/test'
import { translated, translatePages } from '#tests/support/translate.ts'
import { expectClean, expectFits } from './accessibility.ts'
import { assign, bought, florist, linkTo } from './florist-orders.ts'
import { AT, expect, GATE, own, someone, test } from './shop.ts'
import { callApi, signInAs } from './staff.ts'

// A florist's phone rings. Chromium's own push service is Google's: the stand-in's takes its place in the page.

/** Has the browser subscribe at the stand-in. */
async function subscribeHere(context: BrowserContext): Promise<{ endpoint: string }> {
  const answer = await context.request.post(`${AT.push}/subscriptions`, { data: { name: own() } })
  const given = await answer.json()
  await context.addInitScript((subscription) => {
    const KEPT = 'test-subscribed'
    // Chromium without a window of its own grants no notifications.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.assign(Notification, { requestPermission: async () => 'granted' })
    const made = {
      endpoint: subscription.endpoint,
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem(KEPT)
        return true
      },
    }
    const buzzes: number[] = []
    Object.assign(window, { awake: 0, buzzes })
    Object.assign(navigator, { vibrate: (ms: number) => buzzes.push(ms) })
    const request = async () => {
      Reflect.set(window, 'awake', Reflect.get(window, 'awake') + 1)
      return { released: false, release: async () => undefined }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem(KEPT, 'yes')
        return made
      },
      getSubscription: async () => (localStorage.getItem(KEPT) ? made : null),
    })
  }, given)
  return given
}

test(
  'a florist has a phone ring on a translated page, tries, renames and removes it',
  GATE,
  async ({ page, context, database }) => {
    await signInAs(page)
    const shop = await florist(page, someone())
    await assign(page, await bought(database), shop.id)
    const { endpoint } = await subscribeHere(context)
    await translatePages(context)
    const asked: string[] = []
    context.on('request', (one) => asked.push(new URL(one.url()).pathname))
    await page.goto(await linkTo('/florist', shop.email))
    await translated(page)
    await expect(page.getByRole('heading', { name: 'Can you make this?' })).toBeVisible()
    expect(asked.filter((path) => /ring|worker|manifest|devices/.test(path))).toEqual([])

    await page.getByText('Ring this phone').first().click()
    await page.getByLabel('Name of this phone').fill('Counter')
    await page.getByRole('button', { name: 'Ring this phone' }).click()
    await expect(page.getByText('This phone rings from now on. Try it now.')).toBeVisible()
    await expectFits(page, 'a phone that rings')
    await expectClean(page, 'a phone that rings')
    await page.getByRole('button', { name: 'Try it now: Counter' }).click()
    await expect(page.getByText('Sent. It rings within seconds.')).toBeVisible()
    const ringsOf = async () => {
      const rings: { phoneId: string; payload: string }[] = await (
        await context.request.get(`${AT.push}/_local/rings`)
      ).json()
      return rings
        .filter(({ phoneId }) => endpoint.endsWith(phoneId))
        .map(({ payload }) => JSON.parse(payload))
    }
    expect(await ringsOf()).toMatchObject([{ body: 'This is how it sounds.', tag: 'try' }])

    // Open, it rings aloud until it is touched, and does not go dark while the order waits.
    expect(await page.evaluate(() => Reflect.get(window, 'awake'))).toBe(1)
    await page.getByRole('button', { name: 'Ring aloud on this page' }).click()
    await page.evaluate(() => {
      const data = { ring: location.href }
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
    })
    const buzzes = () => page.evaluate(() => Reflect.get(window, 'buzzes') as number[])
    await expect.poll(async () => (await buzzes()).at(-1)).toBeGreaterThan(0)
    await page.getByRole('heading', { name: 'Can you make this?' }).click()
    expect((await buzzes()).at(-1)).toBe(0)

    // Another order of the shop rings, and its link knows the phone.
    await assign(page, await bought(database), shop.id)
    await expect.poll(ringsOf).toHaveLength(2)
    const ring = (await ringsOf()).find(({ tag }) => tag !== 'try')
    expect(ring).toMatchObject({ title: 'Can you make this? Really Bad' })
    await page.goto(ring.url)
    const own = page.getByText('Counter (this phone)')
    await page.getByText('Ring this phone').first().click()
    await expect(own).toBeVisible()
    await page.getByRole('button', { name: 'Rename: Counter' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Workroom')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Workroom (this phone)')).toBeVisible()

    const office = await context.newPage()
    await office.goto(`/admin/shops/${shop.id}`)
    await expect(office.getByRole('button', { name: 'Remove Workroom' })).toBeVisible()

    await page.getByRole('button', { name: 'Remove: Workroom' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByLabel('Name of this phone')).toBeVisible()
    const { body } = await callApi(office, 'GET', `/admin/shops/${shop.id}`)
    expect(body).toMatchObject({ phones: [], emailOnly: true })
  },
)

const NO_PUSH = () => void Reflect.deleteProperty(window, 'PushManager')

for (const [where, words, script, isTried] of [
  [
    'notifications are blocked',
    'Notifications are blocked for this page.',
    () => void Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
    false,
  ],
  ['the browser cannot ring', 'This browser can’t ring.', NO_PUSH, false],
  ['an iPhone shows the page outside of its home screen', '2. Add to Home Screen', NO_PUSH, false],
  [
    'a private window takes no subscription',
    'A private window never does',
    () => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' })
      Object.assign(Notification, { requestPermission: async () => 'granted' })
      Object.assign(PushManager.prototype, { subscribe: () => Promise.reject(new Error('Not here')) })
    },
    true,
  ],
] as const)
  test(`where ${where}, the page says what to do, also translated`, async ({ page, context, database }) => {
    await signInAs(page)
    const shop = await florist(page, someone())
    await assign(page, await bought(database), shop.id)
    await context.addInitScript(script)
    if (where.startsWith('an iPhone'))
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone) Safari' }),
      )
    await translatePages(context)
    const phone = await context.newPage()
    await phone.goto(await linkTo('/florist', shop.email))
    await translated(phone)
    await phone.getByText('Ring this phone').first().click()
    if (isTried) await phone.getByRole('button', { name: 'Ring this phone' }).click()
    await expect(phone.getByText(words)).toBeVisible()
    for (const width of [390, 320]) {
      await phone.setViewportSize({ width, height: 844 })
      await expectFits(phone, `${where}, ${width}`)
    }
    await expectClean(phone, where)
  })
