import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { answerMinutesOf, describeAnswerMinutes } from '#domain/market-promises.ts'
import { markets } from '#drizzle/schema/markets.ts'
import type { MarketDetail } from '#src/admin/markets/queries.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// The settings of a market for florists and promises: its form takes, stores and remembers them.

let made = 0

const shop = await openTestShop()
const admin = await signIn(shop)
afterAll(() => shop.close())

const form = (changes: object = {}) => ({
  zipCodes: [],
  timeZone: 'America/New_York',
  openingHours: null,
  pausedReason: null,
  closedDates: [],
  ...changes,
})
const create = async (changes: object = {}) => {
  made += 1
  const name = `Market ${made}`
  const { body, status } = await admin.post('/admin/markets', form({ name, ...changes }))
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: String(body['id']), name }
}
const save = ({ id, name }: { id: string; name: string }, changes: object, version = 1) =>
  admin.put(`/admin/markets/${id}`, form({ name, ...changes, version }))
const detail = async ({ id }: { id: string }) =>
  (await admin.get(`/admin/markets/${id}`)).body as unknown as MarketDetail
const since = async ({ id }: { id: string }) =>
  (await shop.db.select().from(markets).where(eq(markets.id, id)))[0]?.assignsSince

const OFF = {
  asksForAnswer: false,
  assignsAutomatically: false,
  answerMinutes: null,
  fulfilmentMinutes: 40,
  offersChoiceAfterMinutes: null,
  choiceHours: 24,
  textAfterSeconds: null,
  callAfterSeconds: null,
}
const MINUTES = { ...answerMinutesOf(null), hour: 5, 'few-hours': 15, today: 30, tomorrow: 90 }

test('a new market has everything off', async () => {
  expect(await detail(await create())).toMatchObject(OFF)
})

test('all of it is stored, changed and remembered', async () => {
  const market = await create({ asksForAnswer: true })
  const changed = {
    asksForAnswer: true,
    answerMinutes: MINUTES,
    fulfilmentMinutes: 55,
    offersChoiceAfterMinutes: 0,
    choiceHours: 12,
    textAfterSeconds: 30,
    callAfterSeconds: 0,
  }
  expect((await save(market, changed)).body).toMatchObject({ version: 2 })
  const after = await detail(market)
  expect(after).toMatchObject(changed)
  expect(after.changes.slice(0, -1).map(({ field, before, after }) => [field, before, after])).toEqual([
    ['answerMinutes', describeAnswerMinutes(null), describeAnswerMinutes(MINUTES)],
    ['fulfilmentMinutes', '40', '55'],
    ['offersChoiceAfterMinutes', null, '0'],
    ['choiceHours', '24', '12'],
    ['textAfterSeconds', null, '30'],
    ['callAfterSeconds', null, '0'],
  ])
})

test('the usual minutes, written out, are no change', async () => {
  const market = await create()
  expect((await save(market, { answerMinutes: answerMinutesOf(null) })).body).toMatchObject({ version: 1 })
})

describe('assigning automatically', () => {
  test('implies asking for an answer', async () => {
    const market = await create({ assignsAutomatically: true })
    expect(await detail(market)).toMatchObject({ assignsAutomatically: true, asksForAnswer: true })
    await save(market, { asksForAnswer: false })
    expect(await detail(market)).toMatchObject({ assignsAutomatically: true, asksForAnswer: true })
    await save(market, { assignsAutomatically: false }, 1)
    expect(await detail(market)).toMatchObject({ assignsAutomatically: false, asksForAnswer: true })
  })

  test('counts from the moment of the switch, and again when it is switched on again', async () => {
    const market = await create()
    expect(await since(market)).toBeNull()
    shop.pass(5)
    const first = shop.clock.at.toISOString()
    await save(market, { assignsAutomatically: true })
    expect(await since(market)).toBe(first)
    shop.pass(5)
    await save(market, { assignsAutomatically: true, choiceHours: 5 }, 2)
    expect(await since(market)).toBe(first)
    await save(market, { assignsAutomatically: false }, 3)
    expect(await since(market)).toBeNull()
    shop.pass(5)
    await save(market, { assignsAutomatically: true }, 4)
    expect(await since(market)).toBe(shop.clock.at.toISOString())
  })
})

describe('what is no number of minutes or hours is refused beside its field', () => {
  test.each([
    ['no minutes', { answerMinutes: { ...MINUTES, hour: 0 } }, 'answerMinutes.hour'],
    ['half a minute', { answerMinutes: { ...MINUTES, today: 1.5 } }, 'answerMinutes.today'],
    ['nothing', { answerMinutes: { ...MINUTES, tomorrow: null } }, 'answerMinutes.tomorrow'],
    ['more than a day', { answerMinutes: { ...MINUTES, 'few-hours': 1441 } }, 'answerMinutes.few-hours'],
    ['no time to make it', { fulfilmentMinutes: 0 }, 'fulfilmentMinutes'],
    ['a text', { fulfilmentMinutes: 'long' }, 'fulfilmentMinutes'],
    ['below zero', { offersChoiceAfterMinutes: -1 }, 'offersChoiceAfterMinutes'],
    ['more than a week of minutes', { offersChoiceAfterMinutes: 10_081 }, 'offersChoiceAfterMinutes'],
    ['no hours', { choiceHours: 0 }, 'choiceHours'],
    ['more than a week of hours', { choiceHours: 169 }, 'choiceHours'],
    ['half a second', { textAfterSeconds: 0.5 }, 'textAfterSeconds'],
    ['more than a day of seconds', { callAfterSeconds: 86_401 }, 'callAfterSeconds'],
  ])('%s', async (_, changes, path) => {
    const { status, body } = await admin.post('/admin/markets', form({ name: 'Never', ...changes }))
    expect(status).toBe(422)
    const { issues } = body['error'] as { issues: { path: string; message: string }[] }
    expect(issues).toEqual([
      {
        path,
        message: expect.stringMatching(/^Please enter a whole number of (minutes|hours|seconds) from/),
      },
    ])
  })
})
