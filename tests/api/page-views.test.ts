import { afterEach, beforeEach, expect, test } from 'vitest'
import { googleAnalytics } from '#api/platform/analytics.ts'
import { type Recorder, startRecorder } from '#tests/support/analytics.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { withoutIds } from '#tests/support/without-ids.ts'

const LIMIT = { max: 3, seconds: 60 }

let recorder: Recorder
const shop = await shareTestShop()

beforeEach(async () => {
  recorder = await startRecorder()
  shop.deps.analytics = service()
})
afterEach(() => recorder.close())

const service = () => google('secret')
const google = (apiSecret?: string) =>
  googleAnalytics({ measurementId: 'G-TEST', apiSecret, url: recorder.url })

const VISIT = '0f8fad5b-d9cb-469f-a165-70867728950e'

async function view(address: unknown, { visit = VISIT, ...headers }: Record<string, string> = {}) {
  const { status, body } = await shop.post('/page-views', { address, visit }, headers)
  await shop.settled()
  return { status, body }
}

test('a view is forwarded with its path and query, under our measurement id', async () => {
  expect(await view('/home?optionId=FLOWER-001')).toEqual({ status: 200, body: { success: true } })
  expect(recorder.hits).toEqual([
    expect.objectContaining({
      query: { measurement_id: 'G-TEST', api_secret: 'secret' },
      body: expect.objectContaining({
        events: [
          {
            name: 'page_view',
            params: {
              page_location: 'http://localhost:8787/home?optionId=FLOWER-001',
              session_id: expect.stringMatching(/^\d+$/),
              engagement_time_msec: 1,
            },
          },
        ],
      }),
    }),
  ])
})

test('views of one visit are one visitor’s, and say nothing else about them', async () => {
  const headers = { 'cf-connecting-ip': '203.0.113.9', 'user-agent': 'Canary/1', cookie: 'zip=10001' }
  await view('/', headers)
  await view('/faq', headers)
  const [first, second] = recorder.hits
  expect(first?.body.client_id).toBe(VISIT)
  expect(second?.body.client_id).toBe(VISIT)
  expect(second?.body.events[0]?.params.session_id).toBe(first?.body.events[0]?.params.session_id)
  for (const { text } of recorder.hits) expect(text).not.toMatch(/203\.0\.113|Canary|10001/)
})

test('views of two visits from the same browser are two visitors’', async () => {
  await view('/')
  await view('/', { visit: '7c9e6679-7425-40de-944b-e07fc1f90ae7' })
  const [first, second] = recorder.hits
  expect(first?.body.client_id).not.toBe(second?.body.client_id)
  expect(first?.body.events[0]?.params.session_id).not.toBe(second?.body.events[0]?.params.session_id)
})

test.each(['', 'sam@example.com', 'cs_test_1234', `${VISIT}0`])(
  'the visit “%s” is refused',
  async (visit) => {
    expect((await view('/', { visit })).status).toBe(422)
    expect(recorder.hits).toEqual([])
  },
)

test('what is personal in an address stays here, and out of the log', async () => {
  await view('/thank-you?session_id=cs_test_CANARY')
  await view('/unsubscribe?token=CANARY')
  await view('/?waitlist=1&zip=90210&email=canary@example.com')
  expect(recorder.locations().map((location) => new URL(location).href)).toEqual([
    'http://localhost:8787/thank-you',
    'http://localhost:8787/unsubscribe',
    'http://localhost:8787/?waitlist=1',
  ])
  const everything = JSON.stringify([recorder.hits.map(({ text }) => text), shop.logged])
  expect(withoutIds(everything)).not.toMatch(/canary|90210/i)
})

test.each([undefined, 5, '', 'home', 'https://elsewhere.example', `/${'x'.repeat(2000)}`])(
  'the address %j is refused',
  async (address) => {
    expect((await view(address)).status).toBe(422)
    expect(recorder.hits).toEqual([])
  },
)

test('an address of another site is not told', async () => {
  expect((await view('//elsewhere.example/')).status).toBe(200)
  expect(recorder.hits).toEqual([])
})

test('a view does not wait for the analytics service, and does not learn that it failed', async () => {
  recorder.behave('says nothing')
  // The service never answers: an answer of ours means that nobody waited for it.
  const { status } = await shop.post('/page-views', { address: '/', visit: VISIT })
  expect(status).toBe(200)

  recorder.behave('refuses')
  expect((await view('/')).status).toBe(200)
  expect(shop.logged).toContainEqual({
    level: 'warn',
    event: 'page_view_lost',
    fields: { reason: 'The analytics service answered 500' },
  })
}, 15_000)

test('a secret that is missing is named in the log', async () => {
  shop.deps.analytics = google()
  expect((await view('/')).status).toBe(200)
  expect(recorder.hits).toEqual([])
  expect(shop.logged).toContainEqual(
    expect.objectContaining({ fields: { reason: 'MEASUREMENT_SECRET is missing' } }),
  )
})

test('one address is forwarded so often and no more; another one still is', async () => {
  shop.deps.config.limits.pageViews = LIMIT
  for (let i = 0; i < 5; i++) {
    expect((await view('/', { 'cf-connecting-ip': '203.0.113.1' })).status).toBe(200)
  }
  expect(recorder.hits).toHaveLength(3)
  await view('/', { 'cf-connecting-ip': '203.0.113.2' })
  expect(recorder.hits).toHaveLength(4)
})

test('without a measurement id nothing happens, not even in the database', async () => {
  shop.deps.analytics = null
  const before = shop.requests()
  expect((await view('/home')).status).toBe(200)
  expect(shop.requests()).toBe(before)
  expect(recorder.hits).toEqual([])
})
