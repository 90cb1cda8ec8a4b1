import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeRecords } from '#drizzle/schema/messages.ts'
import { whileFailing } from '#tests/support/failing-call.ts'
import { marketForm } from '#tests/support/market-fixture.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// What holds for every record that is made, saved with the version that was read, and deleted.

const shop = await shareTestShop()
let admin: Awaited<ReturnType<typeof signIn>>
beforeEach(async () => {
  admin = await signIn(shop)
})

const RECORDS = [
  {
    record: 'product',
    path: '/admin/products',
    form: { sku: 'RECORD-1', title: 'Rather Bad', priceCents: 2999 },
    field: 'title',
    stored: {},
    failures: ['Failed to load products', 'Failed to load product details'],
    deletion: 2,
  },
  {
    record: 'market',
    path: '/admin/markets',
    form: marketForm({ name: 'Chicago' }),
    field: 'name',
    stored: { waiting: [] },
    failures: ['Failed to load markets', 'Failed to load markets'],
    deletion: 2,
  },
  {
    record: 'shop',
    path: '/admin/shops',
    form: {
      name: 'Sorry Stems',
      streetAddress: '12 Bleecker St',
      city: 'New York',
      stateId: 'state-ny',
      zip: '10012',
      marketId: 'market-nyc',
    },
    field: 'name',
    stored: { waiting: [] },
    failures: ['Failed to load shops', 'Failed to load shops'],
    // The second call looks for its orders.
    deletion: 3,
  },
]

describe.each(RECORDS)('a $record', ({ record, path, form, field, stored, failures, deletion }) => {
  const create = async () => {
    const { status, body } = await admin.post(path, form)
    expect(status, JSON.stringify(body)).toBe(200)
    return String(body['id'])
  }
  const save = (id: string, version: number, changes: object = {}) =>
    admin.put(`${path}/${id}`, { ...form, ...changes, version })
  const historyOf = (id: string) =>
    shop.db.select().from(changeRecords).where(eq(changeRecords.entityId, id)).orderBy(asc(sql`rowid`))
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

  test('that is saved as it is keeps its version and its time, and has no more history', async () => {
    const id = await create()
    const before = (await admin.get(`${path}/${id}`)).body
    shop.pass(5)
    expect((await save(id, 1)).body).toEqual({ version: 1, ...stored })
    expect((await admin.get(`${path}/${id}`)).body).toEqual(before)
  })

  test('takes no field that it does not know, and no save without a version', async () => {
    expect((await admin.post(path, { ...form, id: 'mine' })).status).toBe(422)
    const id = await create()
    expect((await save(id, 1, { createdAt: 'now' })).status).toBe(422)
    expect(await admin.put(`${path}/${id}`, form)).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path: 'version' }] } },
    })
  })

  test('that is not there is not found, whatever is to be done with it', async () => {
    for (const answer of [
      await admin.get(`${path}/nobody`),
      await save('nobody', 1),
      await admin.delete(`${path}/nobody`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: { code: `${record}_not_found` } } })
    }
  })

  test('of saves from one version takes the first; the others are told what was changed, and by whom', async () => {
    const values = ['First', 'Second', 'Third', 'Fourth']
    const id = await create()
    const answers = await Promise.all(values.map((value) => save(id, 1, { [field]: value })))
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
    const kept = values[answers.findIndex(({ status }) => status === 200)]
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ [field]: kept, version: 2 })
    expect(await historyOf(id)).toMatchObject([{ action: 'create' }, { field, after: kept }])
    const message = `${admin.person.email} changed this to “${kept}” at ${shop.clock.at.toISOString()}`
    answers.push(await save(id, 1, { [field]: 'Fifth' }))
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(body).toMatchObject({ error: { code: 'edit_conflict', issues: [{ path: field, message }] } })
    }
  })

  test('is deleted once, however many delete it at once', async () => {
    const id = await create()
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.delete(`${path}/${id}?withoutFlorist=takes_orders`)),
    )
    expect(statuses(answers)).toEqual([200, 404, 404])
    const deletions = (await historyOf(id)).filter((change) => change.action === 'delete' && !change.field)
    expect(deletions).toHaveLength(1)
  })

  test('that cannot be read or written says so in its own words', async () => {
    const id = await create()
    const calls: [number, string | undefined, () => Promise<unknown>][] = [
      [2, failures[0], () => admin.get(path)],
      [2, failures[1], () => admin.get(`${path}/${id}`)],
      [2, `Failed to create ${record}`, () => admin.post(path, form)],
      [2, `Failed to update ${record}`, () => save(id, 1, { [field]: 'Changed' })],
      [deletion, `Failed to delete ${record}`, () => admin.delete(`${path}/${id}`)],
    ]
    for (const [at, message, call] of calls) {
      expect(await whileFailing(shop, { at }, call)).toMatchObject({
        status: 500,
        body: { error: { code: 'unknown', message } },
      })
    }
  })
})
