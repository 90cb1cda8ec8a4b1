import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { markets, marketZipcodes } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import type { ZipCheck } from '#src/admin/markets/queries.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { HOURS, marketForm, openMarketFixture } from '#tests/support/market-fixture.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { market } from '#tests/support/rows.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { runs } from '#tests/support/soak.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await openTestShop()
const fixture = await openMarketFixture(shop)
afterAll(() => shop.close())

test('a ZIP code that another market holds is refused, naming it', async () => {
  const { id, ...kept } = await fixture.create()
  const zipCodes = ['00998', '10001', '94110', '00999']
  for (const answer of [
    await fixture.admin.post('/admin/markets', marketForm({ zipCodes })),
    await fixture.save(id, { ...kept, zipCodes, version: 1 }),
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
  expect(await fixture.zipsOf(id)).toEqual(kept.zipCodes)
  expect((await shop.get('/zip-codes/00998')).body).toMatchObject({ served: false })
})

test('of two concurrent saves with the same ZIP code one succeeds, the other names its market', async () => {
  const [one, other] = [await fixture.create(), await fixture.create()]
  const add = ({ id, ...kept }: typeof one) =>
    fixture.save(id, { ...kept, zipCodes: [...kept.zipCodes, '00777'], name: `${kept.name} now`, version: 1 })
  const answers = await Promise.all([add(one), add(other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const [winner, loser] = answers[0]?.status === 200 ? [one, other] : [other, one]
  const refused = answers.find(({ status }) => status === 422)
  expect(refused?.body).toMatchObject({
    error: { issues: [{ path: 'zipCodes.1', message: expect.stringContaining(winner.name) }] },
  })
  expect(await fixture.zipsOf(winner.id)).toContain('00777')
  // All or nothing: not its name either.
  expect(await fixture.detail(loser.id)).toMatchObject({
    name: loser.name,
    zipCodes: loser.zipCodes,
    version: 1,
  })
  expect(await fixture.recordsOf(loser.id)).toHaveLength(1)
})

test('the same holds between read and write, and for a name', async () => {
  const { id, ...kept } = await fixture.create()
  const zip = await whileMeeting(
    shop,
    3,
    () => shop.db.insert(marketZipcodes).values({ zipcode: '00778', marketId: 'market-sf' }),
    () => fixture.save(id, { ...kept, zipCodes: ['00778'], version: 1 }),
  )
  expect(zip.body).toMatchObject({
    error: { issues: [{ path: 'zipCodes.0', message: 'ZIP code 00778 already belongs to San Francisco' }] },
  })
  const name = await whileMeeting(
    shop,
    3,
    () => shop.db.insert(markets).values(market({ name: 'austin' })),
    () => fixture.admin.post('/admin/markets', marketForm({ name: 'Austin' })),
  )
  expect(name.status).toBe(422)
  expect(name.body).toMatchObject({
    error: { issues: [{ path: 'name', message: 'A market with this name already exists' }] },
  })
})

test('a save from an older version is refused with the fields changed since, lists included', async () => {
  const other = await signIn(shop, { email: 'market-friend@example.com' })
  const { id, ...kept } = await fixture.create({ zipCodes: ['00701', '00702'], closedDates: ['2026-12-25'] })
  const first = { ...kept, zipCodes: ['00702', '00704'], openingHours: HOURS, version: 1 }
  expect((await other.put(`/admin/markets/${id}`, first)).body).toMatchObject({ version: 2 })
  const again = { ...first, zipCodes: ['00702', '00703'], closedDates: [], version: 2 }
  expect((await other.put(`/admin/markets/${id}`, again)).body).toMatchObject({ version: 3 })

  const second = await fixture.save(id, { ...kept, name: 'Mine', version: 1 })
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
  expect(await fixture.detail(id)).toMatchObject({
    name: kept.name,
    zipCodes: ['00702', '00703'],
    version: 3,
  })
})

test('of two concurrent saves one succeeds and the other writes nothing', async () => {
  const { id, ...kept } = await fixture.create()
  const wishes = ['00801', '00802', '00803', '00804']
  const answers = await Promise.all(
    wishes.map((zip) =>
      fixture.save(id, { ...kept, zipCodes: [zip], closedDates: [`2026-12-${zip.slice(3)}`], version: 1 }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const won = wishes[answers.findIndex(({ status }) => status === 200)]
  expect(await fixture.detail(id)).toMatchObject({
    zipCodes: [won],
    closedDates: [`2026-12-${won?.slice(3)}`],
    version: 2,
  })
})

test('a market deleted during a save leaves no rows', async () => {
  const { id, ...kept } = await fixture.create({ zipCodes: ['00811'] })
  const answer = await whileMeeting(
    shop,
    3,
    () => shop.db.delete(markets).where(eq(markets.id, id)),
    () => fixture.save(id, { ...kept, zipCodes: ['00812'], closedDates: ['2026-12-25'], version: 1 }),
  )
  expect(answer.body).toMatchObject({ error: { code: 'market_not_found' } })
  expect(await fixture.zipsOf(id)).toEqual([])
  expect(await fixture.recordsOf(id)).toHaveLength(1)
})

test('after any sequence of saves the stored lists are those of the last one', async () => {
  const { id, name } = await fixture.create()
  const zip = fc.integer({ min: 500, max: 530 }).map((n) => `00${n}`)
  const date = fc.integer({ min: 1, max: 31 }).map((n) => `2026-12-${String(n).padStart(2, '0')}`)
  let version = 1
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(zip, { maxLength: 20 }),
      fc.uniqueArray(date, { maxLength: 10 }),
      async (zipCodes, closedDates) => {
        const before = await fixture.detail(id)
        const answer = await fixture.save(id, { ...marketForm(), name, zipCodes, closedDates, version })
        expect(answer.status).toBe(200)
        version = Number(answer.body['version'])
        const after = await fixture.detail(id)
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
    { numRuns: runs(10) },
  )
})

test('five hundred ZIP codes are a handful of statements and three round trips', async () => {
  const { id, ...kept } = await fixture.create()
  const zipCodes = Array.from({ length: 500 }, (_, n) => String(20_000 + n))
  const { batch } = shop.client
  const sizes: number[] = []
  shop.client.batch = (statements, mode) => {
    sizes.push(statements.length)
    return batch.call(shop.client, statements, mode)
  }
  const before = shop.requests()
  const answer = await fixture.save(id, { ...kept, zipCodes, version: 1 })
  shop.client.batch = batch
  expect(answer.status).toBe(200)
  expect(shop.requests() - before).toBe(3)
  expect(Math.max(...sizes)).toBeLessThan(10)
  expect(await fixture.zipsOf(id)).toEqual(zipCodes)
  const started = shop.requests()
  expect((await fixture.detail(id)).zipCodes).toHaveLength(500)
  expect(shop.requests() - started).toBe(2)
  await fixture.save(id, { ...kept, version: 2 })
  expect(await fixture.zipsOf(id)).toEqual(kept.zipCodes)
})

test('checking a pasted list reports every piece and stores nothing', async () => {
  const { id } = await fixture.create({ zipCodes: ['00650', '00651'] })
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
  const answer = await fixture.admin.post('/admin/markets/zip-check', { zipCodes, marketId: id })
  expect(answer.body).toEqual({
    zipCodes: [
      { zip: '00650', result: 'duplicate', marketName: expect.any(String), times: 1 },
      { zip: '00652', result: 'ok', marketName: null, times: 2 },
      { zip: '10001', result: 'taken', marketName: 'New York City', times: 2 },
      { zip: '1000', result: 'wrong', marketName: null, times: 1 },
      { zip: '', result: 'wrong', marketName: null, times: 1 },
      { zip: '00652-1234', result: 'wrong', marketName: null, times: 1 },
      { zip: '=1+1', result: 'wrong', marketName: null, times: 1 },
      { zip: '00653', result: 'ok', marketName: null, times: 1 },
    ],
  })
  const fresh = await fixture.admin.post('/admin/markets/zip-check', { zipCodes: ['00650'] })
  expect(fresh.body).toMatchObject({ zipCodes: [{ result: 'taken' }] })
  expect(await fixture.zipsOf(id)).toEqual(['00650', '00651'])
})

test('a pasted list has 5,000 pieces at most', async () => {
  const zipCodes = Array.from({ length: 5001 }, (_, n) => String(n).padStart(5, '0'))
  const refused = await fixture.admin.post('/admin/markets/zip-check', { zipCodes })
  expect(refused.body).toMatchObject({
    error: { issues: [{ path: 'zipCodes', message: 'Please keep this to 5,000 ZIP codes' }] },
  })
  const answer = await fixture.admin.post('/admin/markets/zip-check', { zipCodes: zipCodes.slice(1) })
  expect((answer.body as ZipCheck).zipCodes).toHaveLength(5000)
})

test('the answer counts waiting people for added ZIP codes in both ZIP formats', async () => {
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
  const opened = await fixture.admin.post('/admin/markets', marketForm({ zipCodes: ['00673', '00670'] }))
  expect(opened.body['waiting']).toEqual([{ zip: '00670', count: 2 }])
  const id = String(opened.body['id'])
  const { name } = await fixture.detail(id)
  const zipCodes = ['00670', '00671', '00672']
  const saved = await fixture.save(id, { ...marketForm(), name, zipCodes, version: 1 })
  expect(saved.body).toEqual({
    version: 2,
    waiting: [
      { zip: '00671', count: 1 },
      { zip: '00672', count: 1 },
    ],
  })
})
