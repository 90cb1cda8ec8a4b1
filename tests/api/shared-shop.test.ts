import type { Client } from '@libsql/client'
import { expect, test, vi } from 'vitest'
import { databaseClient } from '#api/platform/database/client.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openOrderFixture } from '#tests/support/order-fixture.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()
const fresh = await everything()

/** The rows of the database, the state of the providers, and anything else a test may have changed. */
async function everything() {
  const { rows } = await shop.client.execute(
    "select name from pragma_table_list where schema = 'main' and type <> 'shadow' and name <> 'sqlite_schema'",
  )
  const contents: Record<string, object[]> = {}
  for (const table of rows.map(({ name }) => String(name)).sort()) {
    contents[table] = (await shop.client.execute(`select * from "${table}"`)).rows.map((row) => ({ ...row }))
  }
  const { config, waitUntil, analytics } = shop.deps
  const stores = [await shop.providerState(), await shop.messages(), await shop.mailEvents()]
  const state = structuredClone({ contents, stores, config, clock: shop.clock.at, logged: shop.logged })
  return { ...state, waitUntil, analytics }
}

test('a reset brings a shop back to how it was just after opening', async () => {
  const { bought, assign } = await openOrderFixture(shop)
  await assign((await bought()).id)
  await shop.scheduled()
  await shop.client.batch([
    'update markets set name = id',
    'delete from products',
    'delete from market_zipcodes',
  ])
  shop.pass(60)
  shop.client.batch = () => Promise.reject(new Error('replaced'))
  shop.deps.config.limits.lookUp.max = 1
  shop.deps.waitUntil = () => {}
  shop.setDatabaseFault({ kind: 'error' })
  shop.payments.setFault({ kind: 'hang' })
  await shop.reset()
  expect(shop.requests()).toBe(0)
  expect(await everything()).toEqual(fresh)
  expect((await shop.client.execute('pragma foreign_key_check')).rows).toEqual([])
  expect(await shop.post('/create-checkout-session', checkoutRequest())).toMatchObject({ status: 200 })
})

test('a shop is called directly only while its database is well', async () => {
  const calls = vi.spyOn(globalThis, 'fetch')
  try {
    const rows = [{ id: 'market-nyc' }]
    const read = () => shop.client.execute("select id from markets where id = 'market-nyc' limit ?", [1])
    expect(await read()).toMatchObject({ rows, columns: ['id'], rowsAffected: 0 })
    expect(calls).not.toHaveBeenCalled()
    shop.setDatabaseFault({ kind: 'error' })
    await expect(read()).rejects.toThrow('The database did not answer')
    expect(calls).toHaveBeenCalled()
  } finally {
    calls.mockRestore()
  }
})

test.each([
  ['a constraint', ['select 1', "insert into markets (id) values ('market-nyc')"]],
  ['a statement that is none', ['selec 1']],
  ['an unknown column', ['select nothing from markets']],
  ['a missing argument', ['select ?']],
  ['no table', ['update nothing set a = 1']],
])('a direct batch fails as one over the wire: %s', async (_, statements) => {
  const wire = databaseClient({ url: shop.databaseUrl })
  const failureOf = (client: Pick<Client, 'batch'>) =>
    client.batch(statements, 'write').then(
      () => null,
      ({ name, message, code, statementIndex, cause }) => {
        return { name, message, code, statementIndex, cause: [cause.name, cause.message, cause.code] }
      },
    )
  const direct = await failureOf(shop.client)
  expect(direct).not.toBeNull()
  expect(direct).toEqual(await failureOf(wire))
})

test('a direct call answers as one over the wire', async () => {
  const wire = databaseClient({ url: shop.databaseUrl })
  const query = {
    sql: "select ? a, ? b, ? c, ? d, typeof(?1) t, id, x'0102' e from shops limit 2",
    args: [1, 'é', null, true],
  }
  const update = { sql: 'update shops set name = name where id <> ? returning id', args: ['none'] }
  for (const sent of [query, update, 'select 1.5']) {
    const [direct, wired] = [await shop.client.execute(sent), await wire.execute(sent)]
    expect(JSON.parse(JSON.stringify(direct.rows))).toEqual(JSON.parse(JSON.stringify(wired.rows)))
    expect([direct.columns, direct.columnTypes, direct.rowsAffected, direct.rows[0]?.[0]]).toEqual([
      wired.columns,
      wired.columnTypes,
      wired.rowsAffected,
      wired.rows[0]?.[0],
    ])
  }
})
