import { spawn } from 'node:child_process'
import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createClient } from '@libsql/client/web'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { orders } from '#drizzle/schema/orders.ts'
import { readContents } from '#local/backup/contents.ts'
import { readBackup, writeBackup } from '#local/backup/file.ts'
import { openBackup, restoreBackup } from '#local/backup/restore.ts'
import { startDatabase } from '#local/database/server.ts'
import { migrateDatabase, migrateTo } from '#local/migrations.ts'
import { openAddress } from '#local/open-database.ts'
import type { FoundRecords } from '#src/admin/keyboard/queries.ts'
import { familyOf, insertOf } from '#tests/api/database/rows.ts'
import { TABLES } from '#tests/api/database/schema.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { MIGRATIONS, ROOT } from '#tests/support/database.ts'
import { dump } from '#tests/support/dump.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { orderAtFlorist } from '#tests/support/placed-order.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apologize-backup-'))
})
afterEach(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

/** Runs a command as npm does, in a Node of its own. */
async function run(script: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`local/${script}`, ...args], {
    env: { ...process.env, DATABASE_URL: '', DATABASE_AUTH_TOKEN: '', ...env },
  })
  const [said, failed, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { status, said: said + failed }
}

const backup = (url: string, file = at('shop.backup'), token = '') =>
  runCommand('backup.ts', [file], { DATABASE_URL: url, DATABASE_AUTH_TOKEN: token })
const restore = (into: string, file = at('shop.backup'), token = '') =>
  runCommand('restore.ts', [file, '--into', into], { DATABASE_AUTH_TOKEN: token })

/** A database in a file, while the test runs. */
async function open(name: string) {
  const database = await openAddress(`file:${at(name)}`)
  const client = createClient({ url: database.url })
  onTestFinished(async () => {
    client.close()
    await database[Symbol.asyncDispose]()
  })
  return { ...database, client }
}

/** A database that has had all migrations, or the first ones. */
async function openMigrated(name: string, count?: number) {
  const database = await open(name)
  if (count === undefined) await migrateDatabase(database.client, ROOT)
  else await migrateTo(database.client, ROOT, count)
  return database
}

/** A copy of the migrations, and then one more. @returns its root */
async function projectWith(more: string): Promise<string> {
  const root = await mkdtemp(join(folder, 'project-'))
  const copy = join(root, 'drizzle/migrations')
  await cp(MIGRATIONS, copy, { recursive: true })
  const file = join(copy, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  const { entries } = journal
  const last = entries.at(-1)
  entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'more' })
  await writeFile(join(copy, 'more.sql'), more)
  await writeFile(file, JSON.stringify({ ...journal, entries }))
  return root
}

const ORDERS = `insert into orders (id, order_reference, customer_name, customer_email, customer_phone, delivery_address,
  delivery_city, delivery_state, delivery_zip, market_id, time_zone, subtotal_cents, delivery_fee_cents, tax_cents,
  total_cents, delivery_option, delivery_date, promised_by, created_at, updated_at) values `
const anOrder = (id: string) => `('${id}', 'ORD-0000000${id}', 'Zoé van Zant', 'sam@example.com', '1',
  '1 Quiet St', 'New York', 'NY', '10014', 'm', 'America/New_York', 100, 0, 6, 106, 'today', '${STAMP}', '${STAMP}',
  '${STAMP}', '${STAMP}')`
/** Two orders, of any version of the schema. */
const FIRST_ROWS = [
  `insert into states (id, code, name) values ('ny', 'NY', 'New York')`,
  `insert into markets (id, name, time_zone, created_at, updated_at) values ('m', 'Here', 'America/New_York', '${STAMP}', '${STAMP}')`,
  `${ORDERS} ${anOrder('1')}, ${anOrder('2')}`,
]

async function linesOf(backup: string): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readBackup(backup)) lines.push(line)
  return lines
}

describe('a shop with rows of every kind', () => {
  let shop: TestShop
  let restored: TestShop
  let said: { backup: string; restore: string }
  let searches: string[]
  beforeAll(async () => {
    const kept = await mkdtemp(join(tmpdir(), 'apologize-restored-'))
    shop = await openTestShop()
    const fixture = await openFloristFixture(shop)
    const bought = await orderAtFlorist(fixture, { name: 'Zoé van Zant' })
    searches = [bought.order.orderReference, 'zant', 'sam@example.com', String(bought.florist.name), 'ord-']
    for (const row of TABLES.flatMap(familyOf)) await shop.client.execute(insertOf(row))

    const [file, into] = [join(kept, 'shop.backup'), join(kept, 'restored.db')]
    const saved = await run('backup.ts', [file], { DATABASE_URL: shop.databaseUrl })
    const loaded = await run('restore.ts', [file, '--into', `file:${into}`])
    expect([saved.status, loaded.status], saved.said + loaded.said).toEqual([0, 0])
    said = { backup: saved.said, restore: loaded.said }
    restored = await openTestShop({ copyOf: into })
    await rm(kept, { recursive: true })
  })
  afterAll(async () => {
    await restored.close()
    await shop.close()
  })

  /** The rows, also where the search keeps an order: its keys are larger than a number can be. */
  const everything = async ({ client }: TestShop) => [
    ...(await dump({ client })),
    (await client.execute('select cast(key as text), order_id from order_search_keys order by 1')).rows,
  ]
  const found = async (q: string) => {
    const admin = await signIn(restored)
    const { orders } = (await admin.get(`/admin/search?q=${encodeURIComponent(q)}`)).body as FoundRecords
    return orders.map(({ id }) => id)
  }

  test('comes back with every row of every table, the search among them', async () => {
    const before = await everything(shop)
    const empty = before.filter((one) => 'rows' in one && one.rows.length === 0)
    expect(empty).toEqual([])
    expect(await everything(restored)).toEqual(before)
  })

  test('finds by search what it found before', async () => {
    const admin = await signIn(shop)
    for (const q of searches) {
      const before = await admin.get(`/admin/search?q=${encodeURIComponent(q)}`)
      expect((before.body as FoundRecords).orders, q).not.toEqual([])
      expect(await found(q)).toEqual((before.body as FoundRecords).orders.map(({ id }) => id))
    }
  })

  test('says what was done', async () => {
    const counts = await restored.client.execute('select count(*) as n from orders')
    expect(said.backup).toMatch(
      /^\d+ rows of \d+ tables, as of \S+Z, are in \S+shop\.backup \(\d+ bytes\)\.$/m,
    )
    expect(said.restore).toMatch(new RegExp(`^ +${counts.rows[0]?.['n']} rows of orders$`, 'm'))
    expect(said.restore).toContain(`the search holds all ${counts.rows[0]?.['n']} orders.`)
    expect(said.restore).toMatch(/^Restored: \d+ rows of \d+ tables, as of \S+Z\.$/m)
  })

  test('keeps the search right when an order changes or goes', async () => {
    const [changed] = await found('zant')
    await restored.db
      .update(orders)
      .set({ customerName: 'Marge Gunderson' })
      .where(eq(orders.id, String(changed)))
    expect([await found('zant'), await found('gunderson')]).toEqual([[], [changed]])
    const [gone] = await restored.db.all<{ id: string; reference: string }>(sql`
      select id, order_reference as reference from orders where id not in (select order_id from shop_orders)
      and id not in (select order_id from refunds) limit 1`)
    expect(await found(String(gone?.reference))).toEqual([gone?.id])
    await restored.db.delete(orders).where(eq(orders.id, String(gone?.id)))
    expect(await found(String(gone?.reference))).toEqual([])
  })

  test('sells', async () => {
    const form = checkoutRequest({ customerInfo: { name: 'After Restore', email: 'after@example.com' } })
    const { body } = await restored.post('/create-checkout-session', form)
    const sessionId = String(body['sessionId'])
    await restored.pay(sessionId)
    expect((await restored.post('/get-order-details', { sessionId })).status).toBe(200)
    const [order] = await restored.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
    expect(order).toMatchObject({ paymentStatus: 'paid', status: 'confirmed' })
    expect(await found('after restore')).toEqual([order?.id])
  })
})

test('a value comes back with its type and all its digits', async () => {
  const more = 'create table odd (id integer primary key, value, whole integer, real real)'
  const root = await projectWith(more)
  const source = await open('source.db')
  await migrateDatabase(source.client, root)
  const values = [
    'null',
    '9223372036854775807',
    '-9223372036854775808',
    '9007199254740993',
    '5',
    '5.0',
    '0.1 + 0.2',
    '-1e300',
    "'5'",
    "''",
    `'{"integer":"5"}'`,
    `'a' || char(10, 13, 8232, 8233, 133, 65279) || 'b'`,
    `char(65279, 128144, 10084, 65039)`,
    "x''",
    "x'00ff10'",
  ]
  await source.client.batch(values.map((value) => `insert into odd (value) values (${value})`))
  await source.client.execute('insert into odd (id, whole, real) values (9223372036854775807, 7, 7)')
  await writeBackup(at('odd.backup'), readContents(source, STAMP))
  const target = await open('target.db')
  await restoreBackup(target, await openBackup(at('odd.backup'), root), () => {})
  const typed = `select cast(id as text), typeof(value), hex(value), quote(value), length(value), typeof(whole), whole,
    typeof(real), real from odd order by odd.id`
  expect((await target.client.execute(typed)).rows).toEqual((await source.client.execute(typed)).rows)
})

test('a table larger than one request comes back in its order', async () => {
  const source = await openMigrated('source.db')
  await source.client.execute(`with recursive n(n) as (select 1 union all select n + 1 from n where n < 30000)
    insert into mail_suppressions (mailbox_hash, complained_at) select n * 7919 % 30011, '${STAMP}' from n`)
  expect(await backup(source.url)).toMatchObject({ status: 0 })
  expect(await restore(`file:${at('target.db')}`)).toMatchObject({ status: 0 })
  const target = await open('target.db')
  const all = 'select rowid, * from mail_suppressions order by rowid'
  expect((await target.client.execute(all)).rows).toEqual((await source.client.execute(all)).rows)
})

describe('a backup of another version', () => {
  test('is migrated after it was loaded when it is older', async () => {
    const source = await openMigrated('old.db', 3)
    await source.client.batch(FIRST_ROWS)
    expect(await backup(source.url)).toMatchObject({ status: 0 })
    const { status, said } = await restore(`file:${at('new.db')}`)
    expect([status, said]).toEqual([
      0,
      expect.stringContaining('Made the tables as of migration 0002_dashboard.'),
    ])
    expect(said).toMatch(/Ran the migrations that came later: 0003_order_search, .*0013_holds/)
    const { client } = await open('new.db')
    // The migration that came next fills a new column of the rows that it finds, and the search.
    const { rows } = await client.execute(
      `select tracking_token, (select count(*) from order_search where order_search match 'zant') as found from orders`,
    )
    expect(rows).toMatchObject([{ found: 2 }, { found: 2 }])
    expect(new Set(rows.map((row) => row['tracking_token'])).size).toBe(2)
    const migrated = await openMigrated('migrated.db')
    const schema = 'select type, name, sql from sqlite_master order by type, name'
    const made = 'select created_at, hash from __drizzle_migrations order by created_at'
    for (const query of [schema, made])
      expect((await client.execute(query)).rows).toEqual((await migrated.client.execute(query)).rows)
  })

  test('is refused with the reason when it is newer, and no database is made', async () => {
    const source = await openMigrated('source.db')
    await source.client.execute(
      `insert into __drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
    )
    expect(await backup(source.url)).toMatchObject({ status: 0 })
    expect(await restore(`file:${at('new.db')}`)).toEqual({
      status: 1,
      said: expect.stringMatching(/was made by other, newer code: its database has had (\d+) migrations/),
    })
    expect(await readdir(folder)).not.toContain('new.db')
  })
})

describe('a file', () => {
  let file: string
  beforeEach(async () => {
    const source = await openMigrated('source.db')
    await source.client.batch(FIRST_ROWS)
    file = at('shop.backup')
    expect(await backup(source.url)).toMatchObject({ status: 0 })
  })

  test('is readable by its owner only, and whole when it has its name', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.startsWith('shop.backup'))).toEqual(['shop.backup'])
  })

  test('is refused wherever one byte was flipped or it was cut off', async () => {
    const whole = await readFile(file)
    const spots = Array.from({ length: 40 }, (_, n) => Math.floor((n * (whole.length - 1)) / 39))
    const damaged = spots.map((spot) => {
      const copy = Buffer.from(whole)
      copy.writeUInt8(copy.readUInt8(spot) ^ 1, spot)
      return copy
    })
    const cut = [0, 1, 30, whole.length >> 1, whole.length - 1].map((length) => whole.subarray(0, length))
    for (const content of [...damaged, ...cut, Buffer.concat([whole, Buffer.from('x')])]) {
      await writeFile(file, content)
      expect(await restore(`file:${at('new.db')}`)).toEqual({
        status: 1,
        said: expect.stringMatching(/is not a backup of this format|is incomplete or damaged/),
      })
    }
    expect(await readdir(folder)).not.toContain('new.db')
  })

  test('is not overwritten, nor is one that is being written', async () => {
    const before = await readFile(file)
    const url = `file:${at('source.db')}`
    expect(await backup(url)).toEqual({ status: 1, said: expect.stringContaining('never overwritten') })
    await writeFile(at('other.part'), '')
    expect(await backup(url, at('other'))).toEqual({ status: 1, said: expect.stringContaining('Delete it') })
    expect(await readFile(file)).toEqual(before)
  })

  test.each([0, 1, 100_000])('of a backup that failed after %i lines does not stay', async (count) => {
    const failing = async function* () {
      for (let n = 0; n < count; n++) yield 'a line'
      throw new Error('The database went away')
    }
    // These keep the threads busy that open files.
    const derive = promisify(pbkdf2)
    const busy = Promise.all(Array.from({ length: 8 }, () => derive('', '', 50_000, 64, 'sha512')))
    await expect(writeBackup(at('failed'), failing())).rejects.toThrow('went away')
    await busy
    expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([])
  })

  test('of a backup that was ended does not stay', async () => {
    const code = `
      import { writeBackup } from './local/backup/file.ts'
      setTimeout(() => {}, 1e6)
      const endless = async function* () { yield 'a line'; await new Promise(() => {}) }
      await writeBackup(process.argv[1], endless())`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code, at('ended')])
    const ended = once(child, 'exit')
    await expect.poll(() => readdir(folder)).toContain('ended.part')
    child.kill('SIGTERM')
    expect(await ended).toEqual([1, null])
    expect((await readdir(folder)).filter((name) => name.startsWith('ended'))).toEqual([])
  })
})

describe('a database', () => {
  const SAMPLE = ['{"madeAt":"", "migrations":[]}']
  let file: string
  beforeEach(async () => {
    file = at('shop.backup')
    const source = await openMigrated('source.db')
    await source.client.batch(FIRST_ROWS)
    await writeBackup(file, readContents(source, STAMP))
  })

  test('that is not empty is refused, and left as it is', async () => {
    const target = await open('target.db')
    await target.client.execute('create table notes (text)')
    expect(await restore(`file:${at('target.db')}`)).toEqual({
      status: 1,
      said: expect.stringContaining('t.db is not empty'),
    })
    expect((await target.client.execute('select name from sqlite_master')).rows).toHaveLength(1)
  })

  test('over HTTP is filled with its token, and the next steps name the hours to look back', async () => {
    const target = await startDatabase({ file: at('t.db'), host: '127.0.0.1', port: 0, authToken: 'right' })
    onTestFinished(() => target.close())
    const { status, said } = await restore(target.url, file, 'right')
    expect([status, said]).toEqual([
      0,
      expect.stringMatching(/RECONCILE_HOURS = "\d+"; in production\.env, the address and token/),
    ])
    expect(await backup(target.url, at('again'), 'right')).toMatchObject({ status: 0 })
    const [first, again] = await Promise.all([file, at('again')].map((one) => linesOf(one)))
    expect(again?.slice(1)).toEqual(first?.slice(1))
  })

  test('whose restore did not end well says so to whoever uses it next', async () => {
    const lines = await linesOf(file)
    const changed = lines.map((line) => line.replace('Zoé', 'Zoe'))
    await writeBackup(at('changed'), lineByLine(changed))
    const target = await open('target.db')
    expect(await restore(target.url, at('changed'))).toEqual({
      status: 1,
      said: expect.stringContaining('Not as in the backup: orders.\nThe restore is not complete'),
    })
    expect(await restore(target.url)).toEqual({ status: 1, said: expect.stringContaining('was cut off') })
    expect(await backup(target.url, at('incomplete'))).toEqual({
      status: 1,
      said: expect.stringContaining('incomplete'),
    })
  })

  test('is not called restored when a row points at none, or a table lacks its rows', async () => {
    const source = await open('source.db')
    await source.client.migrate([`delete from states`])
    await writeBackup(at('broken'), readContents(source, STAMP))
    expect(await restore(`file:${at('one.db')}`, at('broken'))).toEqual({
      status: 1,
      said: expect.stringMatching(/^2 rows point at missing ones, the first in orders/m),
    })
    const lines = await linesOf(file)
    const from = lines.findIndex((line) => line.startsWith('{"table":"order_items"'))
    await writeBackup(at('lacking'), lineByLine(lines.toSpliced(from, 2)))
    expect(await restore(`file:${at('two.db')}`, at('lacking'))).toEqual({
      status: 1,
      said: expect.stringContaining('Not as in the backup: order_items.'),
    })
  })

  test('is not called restored when the search does not hold its orders', async () => {
    const root = await projectWith(
      'create trigger spoil after insert on order_search_keys begin delete from order_search; end',
    )
    const source = await open('source.db')
    await migrateDatabase(source.client, root)
    await writeBackup(at('unsearched'), readContents(source, STAMP))
    const opened = await openBackup(at('unsearched'), root)
    await expect(restoreBackup(await open('target.db'), opened, () => {})).rejects.toThrow('The order search')
  })

  test.each([
    ['no token', '', 'asks for a token. Set DATABASE_AUTH_TOKEN.'],
    ['a wrong token', 'wrong', 'refuses the token. Check DATABASE_AUTH_TOKEN'],
  ])('is not used with %s', async (_, token, sentence) => {
    const locked = await startDatabase({ file: at('l.db'), host: '127.0.0.1', port: 0, authToken: 'right' })
    onTestFinished(() => locked.close())
    const refused = { status: 1, said: expect.stringContaining(sentence) }
    expect(await backup(locked.url, at('none'), token)).toEqual(refused)
    expect(await restore(locked.url, file, token)).toEqual(refused)
  })

  test.each<[string, RequestListener, string]>([
    [
      'is a website',
      (_, response) => response.writeHead(405).end('<p>No'),
      'it answers 405. Check the address.',
    ],
    ['fails', (_, response) => response.writeHead(503).end(), 'fails: it answers 503. Try again later.'],
    ['answers with a page', (_, response) => response.end('<p>Hello'), 'There is no libSQL database at 127'],
    ['stops in the middle', (_, response) => response.end(`${SAMPLE}\n`), 'broke its answer off. Try again.'],
    [
      'hangs up',
      (request) => request.socket.destroy(),
      'does not answer (UND_ERR_SOCKET). Check the address',
    ],
  ])('that %s is not taken for one', async (_, answer, sentence) => {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const refused = { status: 1, said: expect.stringContaining(sentence) }
    expect(await backup(url, at('none'))).toEqual(refused)
    expect(await restore(url)).toEqual(refused)
  })

  test('without a shop is not backed up', async () => {
    const empty = await open('empty.db')
    const failed = await backup(empty.url, at('none'))
    expect(failed).toEqual({ status: 1, said: expect.stringContaining('There is no shop in the database') })
    expect(await readdir(folder)).not.toContain('none')
  })
})

test.each([
  ['backup.ts', [], 'Name one file: npm run backup -- shop.backup'],
  ['restore.ts', [], 'Name the backup: npm run restore'],
  ['restore.ts', ['FILE'], 'Name an empty database with --into'],
  ['restore.ts', ['FILE', '--into'], "Option '--into <value>' argument missing"],
  ['restore.ts', ['FILE', '--onto', 'file:x'], "Unknown option '--onto'"],
  ['restore.ts', ['FILE', '--into', 'file:x'], 'There is no file'],
])('%s %j: %s', async (script, args, sentence) => {
  const given = args.map((arg) => arg.replace('FILE', at('missing')))
  expect(await runCommand(script, given, {})).toEqual({ status: 1, said: expect.stringContaining(sentence) })
})

test.each([
  ['shop.turso.io', 'This is not the address of a database'],
  ['mysql://shop.example', 'This is not the address of a database'],
  ['http://127.0.0.1:9', 'The database at 127.0.0.1:9 does not answer'],
  ['file:/no/such/file.db', 'There is no file /no/such/file.db.'],
])('backup of %s: %s', async (url, sentence) => {
  expect(await backup(url)).toEqual({ status: 1, said: expect.stringContaining(sentence) })
})

async function* lineByLine(lines: string[]): AsyncGenerator<string> {
  yield* lines
}
