import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { marketClosedDates, markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { HOURS, marketForm, openMarketFixture } from '#tests/support/market-fixture.ts'
import { market, marketZipcode, shop as shopRow } from '#tests/support/rows.ts'
import { openTestShop } from '#tests/support/shop.ts'

const shop = await openTestShop()
const fixture = await openMarketFixture(shop)
afterAll(() => shop.close())

test('a market is created, shown, changed and deleted', async () => {
  const answer = await fixture.admin.post('/admin/markets', {
    name: '  Chi   Town ',
    zipCodes: ['60602', ' 60601 '],
    timeZone: 'America/Chicago',
    openingHours: HOURS,
    pausedReason: null,
    closedDates: ['2026-12-25', '2026-11-26'],
    withoutFlorist: 'takes_orders',
  })
  expect(answer.body).toEqual({ id: expect.any(String), waiting: [] })
  const id = String(answer.body['id'])
  const at = shop.clock.at.toISOString()
  expect(await fixture.detail(id)).toEqual({
    id,
    name: 'Chi Town',
    timeZone: 'America/Chicago',
    openingHours: HOURS,
    pausedReason: null,
    closedWithoutFlorist: false,
    zipCodes: ['60601', '60602'],
    closedDates: ['2026-11-26', '2026-12-25'],
    shops: [],
    asksForAnswer: false,
    assignsAutomatically: false,
    assignsSince: null,
    answerMinutes: null,
    fulfilmentMinutes: 40,
    offersChoiceAfterMinutes: null,
    choiceHours: 24,
    textAfterSeconds: null,
    callAfterSeconds: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    changes: [expect.objectContaining({ action: 'create', field: null, after: 'Chi Town' })],
  })

  shop.pass(1)
  const changed = {
    name: 'Chicago',
    zipCodes: ['60602', '60603'],
    timeZone: 'America/New_York',
    openingHours: null,
    pausedReason: ' Snow.  Lots. ',
    closedDates: ['2026-11-26', '2027-01-01'],
    version: 1,
  }
  expect((await fixture.save(id, changed)).body).toEqual({ version: 2, waiting: [] })
  const after = await fixture.detail(id)
  expect(after).toMatchObject({ ...changed, pausedReason: 'Snow. Lots.', version: 2, createdAt: at })
  expect((await fixture.admin.delete(`/admin/markets/${id}`)).body).toEqual({ success: true })
  expect(await fixture.zipsOf(id)).toEqual([])
  expect((await fixture.admin.get(`/admin/markets/${id}`)).body).toMatchObject({
    error: { code: 'market_not_found', message: 'Market not found' },
  })
})

const SERVICE_ZIP = 'Invalid ZIP code format. Must be 5 digits.'
const ZONE = 'Please choose a time zone'
const DATE = 'Please enter a valid date'
const on = (day: object) => ({ openingHours: { ...HOURS, '1': day } })
test.each([
  [{ name: undefined }, 'name', 'Market name is required'],
  [{ name: ' \t ' }, 'name', 'Market name is required'],
  [{ name: 'x'.repeat(101) }, 'name', 'Please keep this to 100 characters'],
  [{ zipCodes: ['60601', '6060'] }, 'zipCodes.1', SERVICE_ZIP],
  [{ zipCodes: ['60601-1234'] }, 'zipCodes.0', SERVICE_ZIP],
  [{ zipCodes: ['٦٠٦٠١'] }, 'zipCodes.0', SERVICE_ZIP],
  [{ zipCodes: [''] }, 'zipCodes.0', SERVICE_ZIP],
  [{ zipCodes: ['60609', '60608', ' 60609'] }, 'zipCodes.2', 'ZIP code already added'],
  [{ zipCodes: undefined }, 'zipCodes', 'Please give a list of ZIP codes'],
  [{ timeZone: undefined }, 'timeZone', ZONE],
  [{ timeZone: 'Europe/Berlin' }, 'timeZone', ZONE],
  [{ timeZone: 'America/Nowhere' }, 'timeZone', ZONE],
  [on({ opens: '18:00', closes: '09:00' }), 'openingHours.1.closes', 'This must be after the opening time'],
  [on({ opens: '09:00', closes: '09:00' }), 'openingHours.1.closes', 'This must be after the opening time'],
  [on({ opens: '9:00', closes: '18:00' }), 'openingHours.1.opens', 'Please enter an opening time'],
  [on({ opens: '09:00', closes: '24:30' }), 'openingHours.1.closes', 'Please enter a closing time'],
  [
    { openingHours: { '1': null } },
    'openingHours',
    'Please open on at least one day, or pause the market instead',
  ],
  [{ pausedReason: '  ' }, 'pausedReason', 'Please give a reason. Shoppers see it.'],
  [{ pausedReason: 'x'.repeat(301) }, 'pausedReason', 'Please keep this to 300 characters'],
  [{ closedDates: ['2026-02-30'] }, 'closedDates.0', DATE],
  [{ closedDates: ['tomorrow'] }, 'closedDates.0', DATE],
  [{ closedDates: ['2026-12-25', '2026-12-25'] }, 'closedDates.1', 'This date is already listed'],
])('%j is refused', async (changes, path, message) => {
  const { id, ...kept } = await fixture.create()
  const before = await fixture.detail(id)
  for (const answer of [
    await fixture.admin.post('/admin/markets', marketForm(changes)),
    await fixture.save(id, { ...kept, ...changes, version: 1 }),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      error: { code: 'invalid', message: 'Validation failed', issues: [{ path, message }] },
    })
  }
  expect(await fixture.detail(id)).toEqual(before)
})

test('an unknown weekday is refused', async () => {
  const week = { openingHours: { ...HOURS, '7': HOURS['1'] } }
  expect((await fixture.admin.post('/admin/markets', marketForm(week))).status).toBe(422)
})

test('a name belongs to one market, whatever its letters', async () => {
  await fixture.create({ name: 'Boston' })
  const other = await fixture.create()
  const message = 'A market with this name already exists'
  for (const name of ['Boston', ' boston ', 'BOSTON']) {
    for (const answer of [
      await fixture.admin.post('/admin/markets', marketForm({ name })),
      await fixture.save(other.id, { ...marketForm({ name }), version: 1 }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ error: { issues: [{ path: 'name', message }] } })
    }
  }
  const own = await fixture.create({ name: 'Denver' })
  const { id, ...kept } = own
  expect((await fixture.save(id, { ...kept, name: 'DENVER', version: 1 })).status).toBe(200)
})

test('a market with shops cannot be deleted', async () => {
  const blocked = {
    error: {
      code: 'market_has_shops',
      message: 'This market has shops. Please move or remove those shops first.',
    },
  }
  const answer = await fixture.admin.delete('/admin/markets/market-nyc')
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject(blocked)
  expect((await fixture.detail('market-nyc')).shops?.length).toBeGreaterThan(0)

  const { id } = await fixture.create()
  const raced = await whileMeeting(
    shop,
    3,
    () => shop.db.insert(shops).values(shopRow({ marketId: id, stateId: 'state-il', name: 'Just now' })),
    () => fixture.admin.delete(`/admin/markets/${id}`),
  )
  expect(raced.body).toMatchObject(blocked)
  expect((await fixture.detail(id)).shops).toMatchObject([{ name: 'Just now', active: true }])
  expect(await fixture.recordsOf(id)).toHaveLength(1)
})

test('the list counts shops and ZIP codes, goes by name, and costs one round trip beside the guard', async () => {
  const rows = Array.from({ length: 12 }, (_, n) =>
    market({ name: `${n % 2 ? 'paged' : 'Paged'} ${String(n).padStart(2, '0')}` }),
  )
  await shop.db.insert(markets).values(rows.toReversed())
  const third = rows[2]?.id ?? ''
  await shop.db
    .insert(marketZipcodes)
    .values(['00601', '00602'].map((zipcode) => marketZipcode({ marketId: third, zipcode })))
  await shop.db.insert(shops).values(shopRow({ marketId: third, stateId: 'state-ny' }))
  const before = shop.requests()
  const first = await fixture.list('?q=paged')
  expect(shop.requests() - before).toBe(2)
  expect(first.info).toEqual({ page: 1, pageSize: 10, total: 12, capped: false })
  expect(first.rows.map(({ id }) => id)).toEqual(rows.slice(0, 10).map(({ id }) => id))
  expect(first.rows.map(({ shopCount, zipCount }) => [shopCount, zipCount]).slice(1, 4)).toEqual([
    [0, 0],
    [1, 2],
    [0, 0],
  ])
  expect((await fixture.list('?q=paged&page=2')).rows).toHaveLength(2)
  expect((await fixture.list('?q=0060')).rows.map(({ id }) => id)).toEqual([third])
  expect((await fixture.list('?q=%25')).rows).toEqual([])
})

test('shoppers see a change of the schedule at once', async () => {
  // 10:30 on a Thursday in New York.
  shop.clock.at = new Date('2026-06-04T14:30:00.000Z')
  const { id, ...kept } = await fixture.create({ timeZone: 'America/New_York', zipCodes: ['00690'] })
  let version = 1
  const shown = async () => {
    const { body } = await shop.get('/storefront?zip=00690')
    const { zip } = body as { zip: { served: boolean; availability: Availability | null } }
    return zip
  }
  type Availability = {
    timeZone: string
    sameDayOpen: boolean
    anyOpen: boolean
    message: string
    options: Record<string, { open: boolean; reason: string | null }>
  }
  const change = async (changes: object) => {
    const answer = await fixture.save(id, { ...kept, ...changes, version })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    version = Number(answer.body['version'])
    return (await shown()).availability
  }
  expect((await shown()).availability).toMatchObject({ sameDayOpen: true, anyOpen: true })

  expect(await change({ pausedReason: 'We are out of roses.' })).toMatchObject({
    anyOpen: false,
    message: 'We are out of roses.',
  })
  expect(await change({ closedDates: ['2026-06-04'] })).toMatchObject({
    sameDayOpen: false,
    anyOpen: true,
    message: 'Our florists are closed today.',
    options: { tomorrow: { open: true } },
  })
  expect(await change({ closedDates: ['2026-06-05'] })).toMatchObject({
    sameDayOpen: true,
    options: { tomorrow: { open: false, reason: 'Our florists are closed tomorrow.' } },
  })
  expect(
    await change({ openingHours: { ...HOURS, '4': { opens: '11:00', closes: '13:00' } } }),
  ).toMatchObject({
    options: { hour: { open: false, reason: 'Our florists open at 11 AM.' }, today: { open: true } },
  })
  expect(await change({ openingHours: { ...HOURS, '4': null } })).toMatchObject({ sameDayOpen: false })
  expect(await change({ timeZone: 'Pacific/Honolulu' })).toMatchObject({
    timeZone: 'Pacific/Honolulu',
    message: 'Same day delivery available before 2pm HST',
  })
  expect(await change({ zipCodes: ['00691'] })).toBeNull()
  expect(await shown()).toMatchObject({ served: false })
  expect(await change({})).toMatchObject({ sameDayOpen: true })
  await fixture.admin.delete(`/admin/markets/${id}`)
  expect(await shown()).toMatchObject({ served: false })
  expect(await shop.db.select().from(marketClosedDates).where(eq(marketClosedDates.marketId, id))).toEqual([])
})
