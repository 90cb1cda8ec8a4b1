import type { Client } from '@libsql/client/web'
import { expect, type Page } from '@playwright/test'
import type { FloristOrder, TrackingAnswer } from '#src/lib/order-links.ts'
import { addressOf, atProvider, confirming, paid, placed } from '#tests/e2e/confirmation.ts'
import { openMarket, PATH, saveZip } from '#tests/e2e/flow.ts'
import { fillForm, ready } from '#tests/e2e/shop.ts'

type Open = (page: Page, database: Client) => Promise<unknown>

/** A screen in one state, by the name of its pictures. `whole`: below the fold, too. */
export type Screen = { name: string; open: Open; whole?: boolean }

const LONG_NOTE = 'I said I would be home by eight and came at midnight, and I am sorry about that. '
  .repeat(3)
  .trim()
const BOUQUET = { bouquet: 'Extremely Bad', imageUrl: '/bouquets/extremely-bad-192.webp' }

const TRACKED: TrackingAnswer = {
  ...BOUQUET,
  reference: 'ORD-8K2M4Q7T',
  firstName: 'Sam',
  city: 'New York',
  deliveryState: 'NY',
  promisedBy: '2026-06-04T19:00:00.000Z',
  timeZone: 'America/New_York',
  state: 'on-its-way',
  isAsked: false,
  refund: { refundedCents: 0, requestedCents: 0, inFull: false },
  steps: [
    { step: 'ordered', done: true, at: '2026-06-04T14:59:00.000Z' },
    { step: 'paid', done: true, at: '2026-06-04T15:00:00.000Z' },
    { step: 'accepted', done: true, at: '2026-06-04T15:20:00.000Z' },
    { step: 'ready', done: false, at: null },
    { step: 'delivered', done: false, at: null },
  ],
}

const AT_FLORIST: FloristOrder = {
  ...BOUQUET,
  reference: 'ORD-8K2M4Q7T',
  shop: 'Stems',
  status: 'pending',
  view: 'asked',
  answers: ['accept', 'reject'],
  promisedBy: '2026-06-04T19:00:00.000Z',
  answerBy: null,
  timeZone: 'America/New_York',
  shareCents: 7200,
  mayBeLate: false,
  lateUntil: null,
  delivery: {
    recipientName: 'Robin Featherstonehaugh-Cholmondeley',
    address: '1200 Avenue of the Americas North',
    unit: 'Suite 1402, 14th floor',
    city: 'New York',
    state: 'NY',
    zip: '10001',
    recipientPhone: '(646) 555-0123',
    senderPhone: '(212) 555-0100',
    instructions: 'Ring twice, then wait for the doorman.',
    specialInstructions: null,
    cardText: LONG_NOTE,
    changes: [],
  },
}

/** Opens an address and waits until its scripts have run. */
const at =
  (address: string): Open =>
  async (page) => {
    await page.goto(address)
    await ready(page)
  }

/** Opens an address with a saved ZIP that is served. */
const served =
  (address: string): Open =>
  async (page) => {
    await saveZip(page, '10001')
    await at(address)(page, undefined as never)
  }

const choose = (name: RegExp) => (page: Page) => page.getByRole('radio', { name }).check()

const then =
  (first: Open, ...more: Open[]): Open =>
  async (page, database) => {
    await first(page, database)
    for (const next of more) await next(page, database)
  }

/** By key: a button that is only marked as disabled says what is missing. */
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}

const message = (text: string) => async (page: Page) => {
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(text)).toBeVisible()
}

/** An order's confirmation. @param make makes the order, @returns its session */
const confirmation =
  (make: (request: Page['request']) => Promise<string>): Open =>
  async (page) => {
    await page.goto(addressOf(await make(page.request)))
    await ready(page)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  }

const expired = async (request: Page['request']) => {
  const session = await placed(request)
  await atProvider(session, 'expire')
  return session
}

const tracking =
  (changes: Partial<TrackingAnswer> = {}): Open =>
  async (page) => {
    await page.route('**/api/tracking', (route) => route.fulfill({ json: { ...TRACKED, ...changes } }))
    await page.goto('/track#token')
    await expect(page.getByText('Updated')).toBeVisible()
  }

const florist =
  (changes: Partial<FloristOrder> = {}): Open =>
  async (page) => {
    await page.route('**/api/florist/order', (route) =>
      route.fulfill({ json: { ...AT_FLORIST, ...changes } }),
    )
    await page.goto('/florist#token')
    await expect(page.getByText(AT_FLORIST.delivery?.address ?? '')).toBeVisible()
  }

const pausedMarket: Open = async (page, database) => {
  await saveZip(page, await openMarket(database, { hour: 10, pausedReason: 'Snow. We are back on Friday.' }))
}

export const SCREENS: readonly Screen[] = [
  { name: 'landing', open: at('/'), whole: true },
  {
    name: 'landing-zip',
    open: then(at('/'), (page) => page.getByLabel('ZIP code').first().fill('10001')),
  },
  { name: 'landing-waitlist', open: at('/?waitlist=1&zip=60601') },
  { name: 'landing-menu', open: then(at('/'), press('Learn')) },
  { name: 'bouquets', open: served('/home'), whole: true },
  { name: 'bouquets-chosen', open: then(served('/home'), choose(/Extremely Bad/)) },
  { name: 'delivery', open: served(PATH.delivery), whole: true },
  { name: 'delivery-chosen', open: then(served(PATH.delivery), choose(/^Tomorrow/)) },
  { name: 'delivery-paused', open: then(pausedMarket, at(PATH.delivery)) },
  { name: 'checkout', open: served(PATH.payment()), whole: true },
  {
    name: 'checkout-filled',
    open: then(
      served(PATH.payment()),
      (page) => fillForm(page, 'somebody.with.a.long.address@mail.example.com'),
      (page) => page.getByLabel('Apology note').fill(LONG_NOTE),
    ),
    whole: true,
  },
  {
    name: 'checkout-faults',
    open: then(served(PATH.payment()), press('Continue to Payment'), (page) =>
      expect(page.getByText('Name is required')).toBeVisible(),
    ),
    whole: true,
  },
  {
    name: 'checkout-canceled',
    open: then(served(`${PATH.payment()}&canceled=true`), message('Payment canceled. Please try again.')),
  },
  { name: 'confirmation-paid', open: confirmation(paid), whole: true },
  { name: 'confirmation-confirming', open: confirmation(confirming) },
  { name: 'confirmation-expired', open: confirmation(expired) },
  { name: 'confirmation-unknown', open: confirmation(async () => 'cs_test_nobody_has_this_one') },
  { name: 'tracking', open: tracking(), whole: true },
  {
    name: 'tracking-delivered',
    open: tracking({
      state: 'delivered',
      steps: TRACKED.steps.map((step) => ({ ...step, done: true, at: '2026-06-04T18:42:00.000Z' })),
    }),
  },
  {
    name: 'tracking-cancelled',
    open: tracking({
      state: 'cancelled',
      steps: [
        ...TRACKED.steps.filter(({ done }) => done),
        { step: 'cancelled', done: true, at: '2026-06-04T15:40:00.000Z' },
      ],
    }),
  },
  { name: 'tracking-unknown', open: at('/track#nobody') },
  { name: 'florist', open: florist(), whole: true },
  { name: 'florist-unknown', open: at('/florist#nobody') },
  { name: 'unsubscribe-unknown', open: at('/unsubscribe#nobody') },
  { name: 'learn', open: at('/learn'), whole: true },
  { name: 'article-index', open: at('/learn/mess-up-index') },
  { name: 'article-playbook', open: at('/learn/apology-playbook') },
  { name: 'article-science', open: at('/learn/science-of-gifting') },
  { name: 'article-anniversary', open: at('/learn/anniversary-survival') },
  { name: 'article-relationship', open: at('/learn/relationship-survival') },
  { name: 'about', open: at('/about'), whole: true },
  { name: 'faq', open: at('/faq') },
  { name: 'refunds', open: at('/refunds') },
  { name: 'login', open: at('/login') },
  { name: 'login-forgotten', open: at('/login/forgotten') },
  { name: 'not-found', open: at('/no-such-page') },
]
