import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { marketClosedDates, markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'
import { changeRecords, waitlist } from '#drizzle/schema/messages.ts'
import type { MarketDetail, MarketPage, ZipCheckAnswer } from '#src/contracts/admin/markets.ts'
import { whileFailing, whileMeeting } from '#tests/support/failing-call.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { market, marketZipcode, shop as shopRow } from '#tests/support/rows.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

let shop: TestShop
let admin: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  shop = await openTestShop()
  admin = await signIn(shop)
})
afterAll(() => shop.close())

let made = 0
/** A form with a name and a ZIP code of its own; real ZIP codes do not begin with 000. */
const form = (changes: object = {}) => {
  made += 1
  return {
    name: `Market ${made}`,
    zipCodes: [`00${String(made).padStart(3, '0')}`],
    timeZone: 'America/Chicago',
    openingHours: null,
    pausedReason: null,
    closedDates: [],
    ...changes,
  }
}
const create = async (changes: object = {}) => {
  const sent = form(changes)
  const answer = await admin.post('/admin/markets', sent)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { ...sent, id: String(answer.body['id']) }
}
const save = (id: string, changes: object) => admin.put(`/admin/markets/${id}`, changes)
const detail = async (id: string) => (await admin.get(`/admin/markets/${id}`)).body as MarketDetail
const list = async (query = '') => (await admin.get(`/admin/markets${query}`)).body as MarketPage
const zipsOf = async (id: string) =>
  (
    await shop.db
      .select()
      .from(marketZipcodes)
      .where(eq(marketZipcodes.marketId, id))
      .orderBy(asc(marketZipcodes.zipcode))
  ).map(({ zipcode }) => zipcode)
const recordsOf = (id: string) => shop.db.select().from(changeRecords).where(eq(changeRecords.entityId, id))

const WEEKDAYS = { opens: '09:00', closes: '18:00' }
const HOURS = {
  '0': null,
  '1': WEEKDAYS,
  '2': WEEKDAYS,
  '3': WEEKDAYS,
  '4': WEEKDAYS,
  '5': WEEKDAYS,
  '6': null,
}

test('a market is opened, shown, changed and closed', async () => {
  const answer = await admin.post('/admin/markets', {
    name: '  Chi   Town ',
    zipCodes: ['60602', ' 60601 '],
    timeZone: 'America/Chicago',
    openingHours: HOURS,
    pausedReason: null,
    closedDates: ['2026-12-25', '2026-11-26'],
  })
  expect(answer.body).toEqual({ id: expect.any(String), waiting: [] })
  const id = String(answer.body['id'])
  const at = shop.clock.at.toISOString()
  expect(await detail(id)).toEqual({
    id,
    name: 'Chi Town',
    timeZone: 'America/Chicago',
    openingHours: HOURS,
    pausedReason: null,
    zipCodes: ['60601', '60602'],
    closedDates: ['2026-11-26', '2026-12-25'],
    shops: [],
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
  expect((await save(id, changed)).body).toEqual({ version: 2, waiting: [] })
  const after = await detail(id)
  expect(after).toMatchObject({ ...changed, pausedReason: 'Snow. Lots.', version: 2, createdAt: at })
  expect(after.changes.slice(0, -1).map(({ field, before, after }) => [field, before, after])).toEqual([
    ['name', 'Chi Town', 'Chicago'],
    ['timeZone', 'Central', 'Eastern'],
    ['openingHours', 'Mon–Fri 9 AM–6 PM, Sat–Sun closed', 'Always open'],
    ['pausedReason', null, 'Snow. Lots.'],
    ['zipCodes', '60601', '60603'],
    ['closedDates', '2026-12-25', '2027-01-01'],
  ])
  expect((await save(id, { ...changed, version: 2 })).body).toEqual({ version: 2, waiting: [] })

  expect((await admin.delete(`/admin/markets/${id}`)).body).toEqual({ success: true })
  expect(await zipsOf(id)).toEqual([])
  expect((await admin.get(`/admin/markets/${id}`)).body).toMatchObject({
    error: { code: 'market_not_found', message: 'Market not found' },
  })
  expect((await recordsOf(id)).filter(({ action }) => action === 'delete')).toMatchObject([
    { field: null, before: 'Chicago', version: 3 },
    { field: 'name' },
    { field: 'timeZone' },
    { field: 'openingHours' },
    { field: 'pausedReason', before: 'Snow. Lots.' },
    { field: 'zipCodes', before: '60602, 60603', after: null },
    { field: 'closedDates', before: '2026-11-26, 2027-01-01' },
  ])
})

const SERVICE_ZIP = 'Invalid ZIP code format. Must be 5 digits.'
const ZONE = 'Please choose a time zone'
const DATE = 'Please give a date of the calendar'
const on = (day: object) => ({ openingHours: { ...HOURS, '1': day } })
test.each([
  [{ name: undefined }, 'name', 'Market name is required'],
  [{ name: ' \t ' }, 'name', 'Market name is required'],
  [{ name: 'x'.repeat(101) }, 'name', 'Please keep this to 100 characters'],
  [{ zipCodes: ['60601', '6060'] }, 'zipCodes.1', SERVICE_ZIP],
  [{ zipCodes: ['60601-1234'] }, 'zipCodes.0', SERVICE_ZIP],
  [{ zipCodes: ['６０６０１'] }, 'zipCodes.0', SERVICE_ZIP],
  [{ zipCodes: [''] }, 'zipCodes.0', SERVICE_ZIP],
  [{ zipCodes: ['60609', '60608', ' 60609'] }, 'zipCodes.2', 'ZIP code already added'],
  [{ zipCodes: undefined }, 'zipCodes', 'Please give a list of ZIP codes'],
  [{ timeZone: undefined }, 'timeZone', ZONE],
  [{ timeZone: 'Europe/Berlin' }, 'timeZone', ZONE],
  [{ timeZone: 'America/Nowhere' }, 'timeZone', ZONE],
  [on({ opens: '18:00', closes: '09:00' }), 'openingHours.1.closes', 'This must be after opening'],
  [on({ opens: '09:00', closes: '09:00' }), 'openingHours.1.closes', 'This must be after opening'],
  [on({ opens: '9:00', closes: '18:00' }), 'openingHours.1.opens', 'Please say when the day begins'],
  [on({ opens: '09:00', closes: '24:30' }), 'openingHours.1.closes', 'Please say when the day ends'],
  [
    { openingHours: { '1': null } },
    'openingHours',
    'Please open on at least one day, or pause the market instead',
  ],
  [{ pausedReason: '  ' }, 'pausedReason', 'Please say why: shoppers read it'],
  [{ pausedReason: 'x'.repeat(301) }, 'pausedReason', 'Please keep this to 300 characters'],
  [{ closedDates: ['2026-02-30'] }, 'closedDates.0', DATE],
  [{ closedDates: ['tomorrow'] }, 'closedDates.0', DATE],
  [{ closedDates: ['2026-12-25', '2026-12-25'] }, 'closedDates.1', 'This date is there already'],
])('%j is refused', async (changes, path, message) => {
  const { id, ...kept } = await create()
  const before = await detail(id)
  for (const answer of [
    await admin.post('/admin/markets', form(changes)),
    await save(id, { ...kept, ...changes, version: 1 }),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      error: { code: 'invalid', message: 'Validation failed', issues: [{ path, message }] },
    })
  }
  expect(await detail(id)).toEqual(before)
})

test('unknown fields, unknown weekdays and a missing version are refused', async () => {
  expect((await admin.post('/admin/markets', form({ id: 'mine' }))).status).toBe(422)
  const week = { openingHours: { ...HOURS, '7': WEEKDAYS } }
  expect((await admin.post('/admin/markets', form(week))).status).toBe(422)
  const { id, ...kept } = await create()
  expect((await save(id, kept)).status).toBe(422)
})

test('a name belongs to one market, whatever its letters', async () => {
  await create({ name: 'Boston' })
  const other = await create()
  const message = 'A market with this name already exists'
  for (const name of ['Boston', ' boston ', 'BOSTON']) {
    for (const answer of [
      await admin.post('/admin/markets', form({ name })),
      await save(other.id, { ...form({ name }), version: 1 }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ error: { issues: [{ path: 'name', message }] } })
    }
  }
  const own = await create({ name: 'Denver' })
  const { id, ...kept } = own
  expect((await save(id, { ...kept, name: 'DENVER', version: 1 })).status).toBe(200)
})

test('a ZIP code that another market holds is refused, naming it', async () => {
  const { id, ...kept } = await create()
  const zipCodes = ['00998', '10001', '94110', '00999']
  for (const answer of [
    await admin.post('/admin/markets', form({ zipCodes })),
    await save(id, { ...kept, zipCodes, version: 1 }),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      error: {
        message: 'Validation failed',
        issues: [
          { path: 'zipCodes.1', message: 'ZIP code 10001 already belongs to New York City' },
          { path: 'zipCodes.2', message: 'ZIP code 94110 already belongs to San Francisco' },
        ],
      },
    })
  }
  expect(await zipsOf(id)).toEqual(kept.zipCodes)
  expect((await shop.get('/zip-codes/00998')).body).toMatchObject({ served: false })
})

test('two that add the same ZIP code at once: one does, the other is told whose it is', async () => {
  const [one, other] = [await create(), await create()]
  const add = ({ id, ...kept }: typeof one) =>
    save(id, { ...kept, zipCodes: [...kept.zipCodes, '00777'], name: `${kept.name} now`, version: 1 })
  const answers = await Promise.all([add(one), add(other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const [winner, loser] = answers[0]?.status === 200 ? [one, other] : [other, one]
  const refused = answers.find(({ status }) => status === 422)
  expect(refused?.body).toMatchObject({
    error: { issues: [{ path: 'zipCodes.1', message: expect.stringContaining(winner.name) }] },
  })
  expect(await zipsOf(winner.id)).toContain('00777')
  // All or nothing: not its name either.
  expect(await detail(loser.id)).toMatchObject({ name: loser.name, zipCodes: loser.zipCodes, version: 1 })
  expect(await recordsOf(loser.id)).toHaveLength(1)
})

test('the same between the look and the write, and for a name', async () => {
  const { id, ...kept } = await create()
  const zip = await whileMeeting(
    shop,
    3,
    () => shop.db.insert(marketZipcodes).values({ zipcode: '00778', marketId: 'market-sf' }),
    () => save(id, { ...kept, zipCodes: ['00778'], version: 1 }),
  )
  expect(zip.body).toMatchObject({
    error: { issues: [{ path: 'zipCodes.0', message: 'ZIP code 00778 already belongs to San Francisco' }] },
  })
  const name = await whileMeeting(
    shop,
    3,
    () => shop.db.insert(markets).values(market({ name: 'austin' })),
    () => admin.post('/admin/markets', form({ name: 'Austin' })),
  )
  expect(name.status).toBe(422)
  expect(name.body).toMatchObject({
    error: { issues: [{ path: 'name', message: 'A market with this name already exists' }] },
  })
})

test('the second of two saves is told what the first has changed, lists too', async () => {
  const other = await signIn(shop, { email: 'market-friend@example.com' })
  const { id, ...kept } = await create({ zipCodes: ['00701', '00702'], closedDates: ['2026-12-25'] })
  const first = { ...kept, zipCodes: ['00702', '00704'], openingHours: HOURS, version: 1 }
  expect((await other.put(`/admin/markets/${id}`, first)).body).toMatchObject({ version: 2 })
  const again = { ...first, zipCodes: ['00702', '00703'], closedDates: [], version: 2 }
  expect((await other.put(`/admin/markets/${id}`, again)).body).toMatchObject({ version: 3 })

  const second = await save(id, { ...kept, name: 'Mine', version: 1 })
  expect(second.status).toBe(409)
  const at = shop.clock.at.toISOString()
  const who = 'market-friend@example.com'
  expect(second.body).toMatchObject({
    error: {
      code: 'edit_conflict',
      issues: [
        {
          path: 'openingHours',
          message: `${who} changed this to “Mon–Fri 9 AM–6 PM, Sat–Sun closed” at ${at}`,
        },
        { path: 'zipCodes', message: `${who} added 00703 and removed 00701 at ${at}` },
        { path: 'closedDates', message: `${who} removed 2026-12-25 at ${at}` },
      ],
    },
  })
  expect(await detail(id)).toMatchObject({ name: kept.name, zipCodes: ['00702', '00703'], version: 3 })
})

test('two that save at once: one does, and nothing of the other stays', async () => {
  const { id, ...kept } = await create()
  const wishes = ['00801', '00802', '00803', '00804']
  const answers = await Promise.all(
    wishes.map((zip) =>
      save(id, { ...kept, zipCodes: [zip], closedDates: [`2026-12-${zip.slice(3)}`], version: 1 }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const won = wishes[answers.findIndex(({ status }) => status === 200)]
  expect(await detail(id)).toMatchObject({
    zipCodes: [won],
    closedDates: [`2026-12-${won?.slice(3)}`],
    version: 2,
  })
})

test('a market that is deleted while it is saved leaves nothing behind', async () => {
  const { id, ...kept } = await create({ zipCodes: ['00811'] })
  const answer = await whileMeeting(
    shop,
    3,
    () => shop.db.delete(markets).where(eq(markets.id, id)),
    () => save(id, { ...kept, zipCodes: ['00812'], closedDates: ['2026-12-25'], version: 1 }),
  )
  expect(answer.body).toMatchObject({ error: { code: 'market_not_found' } })
  expect(await zipsOf(id)).toEqual([])
  expect(await recordsOf(id)).toHaveLength(1)
})

test('however lists are saved, what is stored is what was saved last', async () => {
  const { id, name } = await create()
  const zip = fc.integer({ min: 500, max: 530 }).map((n) => `00${n}`)
  const date = fc.integer({ min: 1, max: 31 }).map((n) => `2026-12-${String(n).padStart(2, '0')}`)
  let version = 1
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(zip, { maxLength: 20 }),
      fc.uniqueArray(date, { maxLength: 10 }),
      async (zipCodes, closedDates) => {
        const before = await detail(id)
        const answer = await save(id, { ...form(), name, zipCodes, closedDates, version })
        expect(answer.status).toBe(200)
        version = Number(answer.body['version'])
        const after = await detail(id)
        expect(after.zipCodes).toEqual(zipCodes.toSorted())
        expect(after.closedDates).toEqual(closedDates.toSorted())
        // The history alone leads from the one to the other.
        const change = after.changes.find(({ field }) => field === 'zipCodes')
        if (after.version === before.version || String(before.zipCodes) === String(after.zipCodes)) return
        const [out, into] = [change?.before?.split(', ') ?? [], change?.after?.split(', ') ?? []]
        expect([...before.zipCodes.filter((one) => !out.includes(one)), ...into].toSorted()).toEqual(
          after.zipCodes,
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('five hundred ZIP codes are a handful of statements and three round trips', async () => {
  const { id, ...kept } = await create()
  const zipCodes = Array.from({ length: 500 }, (_, n) => String(20_000 + n))
  const { batch } = shop.client
  const sizes: number[] = []
  shop.client.batch = (statements, mode) => {
    sizes.push(statements.length)
    return batch.call(shop.client, statements, mode)
  }
  const before = shop.requests()
  const answer = await save(id, { ...kept, zipCodes, version: 1 })
  shop.client.batch = batch
  expect(answer.status).toBe(200)
  expect(shop.requests() - before).toBe(3)
  expect(Math.max(...sizes)).toBeLessThan(10)
  expect(await zipsOf(id)).toEqual(zipCodes)
  const started = shop.requests()
  expect((await detail(id)).zipCodes).toHaveLength(500)
  expect(shop.requests() - started).toBe(2)
  await save(id, { ...kept, version: 2 })
  expect(await zipsOf(id)).toEqual(kept.zipCodes)
})

test('a market with shops stays', async () => {
  const blocked = {
    error: {
      code: 'market_has_shops',
      message: 'This market has shops. Please move or remove those shops first.',
    },
  }
  const answer = await admin.delete('/admin/markets/market-nyc')
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject(blocked)
  expect((await detail('market-nyc')).shops.length).toBeGreaterThan(0)

  const { id } = await create()
  const raced = await whileMeeting(
    shop,
    3,
    () => shop.db.insert(shops).values(shopRow({ marketId: id, stateId: 'state-il', name: 'Just now' })),
    () => admin.delete(`/admin/markets/${id}`),
  )
  expect(raced.body).toMatchObject(blocked)
  expect((await detail(id)).shops).toMatchObject([{ name: 'Just now', active: true }])
  expect(await recordsOf(id)).toHaveLength(1)
})

test('what is not there cannot be read, changed or deleted', async () => {
  const missing = { error: { code: 'market_not_found', message: 'Market not found' } }
  expect((await admin.get('/admin/markets/nowhere')).body).toMatchObject(missing)
  expect((await save('nowhere', { ...form(), version: 1 })).body).toMatchObject(missing)
  expect((await admin.delete('/admin/markets/nowhere')).body).toMatchObject(missing)
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
  const first = await list('?q=paged')
  expect(shop.requests() - before).toBe(2)
  expect(first.info).toEqual({ page: 1, pageSize: 10, total: 12, capped: false })
  expect(first.rows.map(({ id }) => id)).toEqual(rows.slice(0, 10).map(({ id }) => id))
  expect(first.rows.map(({ shopCount, zipCount }) => [shopCount, zipCount]).slice(1, 4)).toEqual([
    [0, 0],
    [1, 2],
    [0, 0],
  ])
  expect((await list('?q=paged&page=2')).rows).toHaveLength(2)
  expect((await list('?q=0060')).rows.map(({ id }) => id)).toEqual([third])
  expect((await list('?q=%25')).rows).toEqual([])
})

test('a pasted list is told piece by piece; nothing is stored', async () => {
  const { id } = await create({ zipCodes: ['00650', '00651'] })
  const zipCodes = [
    '00650',
    '00652',
    ' 00652 ',
    '10001',
    '1000',
    '',
    '00652-1234',
    '=1+1',
    '００６５３',
    '10001',
  ]
  const answer = await admin.post('/admin/markets/zip-check', { zipCodes, marketId: id })
  expect(answer.body).toEqual({
    zipCodes: [
      { zip: '00650', result: 'duplicate', marketName: expect.any(String), times: 1 },
      { zip: '00652', result: 'ok', marketName: null, times: 2 },
      { zip: '10001', result: 'taken', marketName: 'New York City', times: 2 },
      { zip: '1000', result: 'wrong', marketName: null, times: 1 },
      { zip: '', result: 'wrong', marketName: null, times: 1 },
      { zip: '00652-1234', result: 'wrong', marketName: null, times: 1 },
      { zip: '=1+1', result: 'wrong', marketName: null, times: 1 },
      { zip: '００６５３', result: 'wrong', marketName: null, times: 1 },
    ],
  })
  const fresh = await admin.post('/admin/markets/zip-check', { zipCodes: ['00650'] })
  expect(fresh.body).toMatchObject({ zipCodes: [{ result: 'taken' }] })
  expect(await zipsOf(id)).toEqual(['00650', '00651'])
})

test('a pasted list has 5,000 pieces at most', async () => {
  const zipCodes = Array.from({ length: 5001 }, (_, n) => String(n).padStart(5, '0'))
  const refused = await admin.post('/admin/markets/zip-check', { zipCodes })
  expect(refused.body).toMatchObject({
    error: { issues: [{ path: 'zipCodes', message: 'Please keep this to 5,000 ZIP codes' }] },
  })
  const answer = await admin.post('/admin/markets/zip-check', { zipCodes: zipCodes.slice(1) })
  expect((answer.body as ZipCheckAnswer).zipCodes).toHaveLength(5000)
})

test('who waits for the ZIP codes that were added is told, in either form of a ZIP', async () => {
  const entry = (zipCode: string, changes: object = {}) => waitlistEntry({ zipCode, ...changes })
  const gone = '2026-06-01T00:00:00.000Z'
  await shop.db
    .insert(waitlist)
    .values([
      entry('00670'),
      entry('00670-1234'),
      entry('00670', { notifiedAt: gone }),
      entry('00670', { unsubscribedAt: gone }),
      entry('00671'),
      entry('00672'),
    ])
  const opened = await admin.post('/admin/markets', form({ zipCodes: ['00673', '00670'] }))
  expect(opened.body['waiting']).toEqual([{ zip: '00670', count: 2 }])
  const id = String(opened.body['id'])
  const { name } = await detail(id)
  const zipCodes = ['00670', '00671', '00672']
  const saved = await save(id, { ...form(), name, zipCodes, version: 1 })
  expect(saved.body).toEqual({
    version: 2,
    waiting: [
      { zip: '00671', count: 1 },
      { zip: '00672', count: 1 },
    ],
  })
})

test('shoppers see a change of the schedule at once', async () => {
  // 10:30 on a Thursday in New York.
  shop.clock.at = new Date('2026-06-04T14:30:00.000Z')
  const { id, ...kept } = await create({ timeZone: 'America/New_York', zipCodes: ['00690'] })
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
    const answer = await save(id, { ...kept, ...changes, version })
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
  await admin.delete(`/admin/markets/${id}`)
  expect(await shown()).toMatchObject({ served: false })
  expect(await shop.db.select().from(marketClosedDates).where(eq(marketClosedDates.marketId, id))).toEqual([])
})

test.each([
  ['get', '/admin/markets', 'Failed to load markets'],
  ['get', '/admin/markets/market-sf', 'Failed to load markets'],
  ['post', '/admin/markets', 'Failed to create market'],
  ['put', '/admin/markets/market-sf', 'Failed to update market'],
  ['delete', '/admin/markets/market-sf', 'Failed to delete market'],
] as const)('%s %s that fails says so', async (method, path, message) => {
  const body = method === 'put' ? form({ version: 1 }) : form()
  const answer = await whileFailing(shop, { at: 2 }, () =>
    method === 'get' || method === 'delete' ? admin[method](path) : admin[method](path, body),
  )
  expect(answer.status).toBe(500)
  expect(answer.body).toMatchObject({ error: { code: 'unknown', message } })
})
