import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, type Running, startEmpty } from './database-support.ts'

const products = sqliteTable('products', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  sku: text('sku').notNull().unique(),
  priceCents: integer('price_cents').notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  addedAt: integer('added_at', { mode: 'timestamp_ms' }),
  details: text('details', { mode: 'json' }).$type<{ stems: number }>(),
  picture: blob('picture', { mode: 'buffer' }),
})
const items = sqliteTable('items', {
  id: integer('id').primaryKey(),
  productId: integer('product_id').references(() => products.id),
})

const FIRST = `CREATE TABLE products (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, sku TEXT NOT NULL, price_cents INTEGER NOT NULL,
  is_active INTEGER DEFAULT true NOT NULL, added_at INTEGER, details TEXT, picture BLOB
);
--> statement-breakpoint
CREATE UNIQUE INDEX products_sku_unique ON products (sku);
--> statement-breakpoint
CREATE TABLE items (id INTEGER PRIMARY KEY NOT NULL, product_id INTEGER REFERENCES products (id));`

describe('Drizzle through the local server', () => {
  let running: Running
  let db: LibSQLDatabase
  let migrationsFolder: string

  beforeEach(async () => {
    running = await startEmpty()
    db = drizzle(running.client())
    migrationsFolder = await mkdtemp(join(tmpdir(), 'migrations-'))
    await writeMigrations(FIRST)
  })
  afterEach(async () => {
    await running.stop()
    await rm(migrationsFolder, { recursive: true })
  })

  async function writeMigrations(...texts: string[]) {
    const entries = texts.map((_, idx) => ({
      idx,
      version: '6',
      when: 1000 + idx,
      tag: `000${idx}`,
      breakpoints: true,
    }))
    await mkdir(join(migrationsFolder, 'meta'), { recursive: true })
    const journal = JSON.stringify({ version: '7', dialect: 'sqlite', entries })
    await writeFile(join(migrationsFolder, 'meta', '_journal.json'), journal)
    for (const [idx, migration] of texts.entries())
      await writeFile(join(migrationsFolder, `000${idx}.sql`), migration)
  }

  test('migrates, once', async () => {
    await migrate(db, { migrationsFolder })
    await migrate(db, { migrationsFolder })
    expect(await db.select().from(products)).toEqual([])
    await writeMigrations(FIRST, 'ALTER TABLE products ADD COLUMN title TEXT;')
    await migrate(db, { migrationsFolder })
    await db.run(sql`UPDATE products SET title = 'x'`)
    const done = await db.all(sql`SELECT * FROM __drizzle_migrations`)
    expect(done).toHaveLength(2)
  })

  test('a migration that fails changes nothing, and foreign keys hold afterwards', async () => {
    await migrate(db, { migrationsFolder })
    await writeMigrations(FIRST, 'CREATE TABLE half (a);\n--> statement-breakpoint\nCREATE TABLE half (a);')
    await failureOf(migrate(db, { migrationsFolder }))
    expect(await db.all(sql`SELECT 1 FROM sqlite_master WHERE name = 'half'`)).toEqual([])
    const failure = await failureOf(db.insert(items).values({ productId: 99 }))
    expect(failure.cause).toMatchObject({ code: 'SQLITE_CONSTRAINT' })
  })

  test('keeps values of every mapped type', async () => {
    await migrate(db, { migrationsFolder })
    const row = {
      sku: 'FLOWER-001',
      priceCents: 4999,
      isActive: false,
      addedAt: new Date('2026-02-14T08:00:00.123Z'),
      details: { stems: 12 },
      picture: Buffer.from([1, 2, 255]),
    }
    const [inserted] = await db.insert(products).values(row).returning()
    expect(inserted).toEqual({ id: 1, ...row })
    expect(await db.select().from(products).where(eq(products.sku, 'FLOWER-001'))).toEqual([inserted])
  })

  test('a batch is one transaction and one request', async () => {
    await migrate(db, { migrationsFolder })
    const product = { sku: 'FLOWER-001', priceCents: 4999 }
    const [inserted, , read] = await db.batch([
      db.insert(products).values(product).returning({ id: products.id }),
      db.insert(items).values({ productId: 1 }),
      db
        .select({ sku: products.sku, item: items.id })
        .from(products)
        .innerJoin(items, eq(items.productId, products.id)),
    ])
    expect(inserted).toEqual([{ id: 1 }])
    expect(read).toEqual([{ sku: 'FLOWER-001', item: 1 }])

    const failing = db.batch([
      db.update(products).set({ priceCents: 1 }),
      db.insert(products).values(product),
    ])
    expect(await failureOf(failing)).toMatchObject({ code: 'SQLITE_CONSTRAINT' })
    expect(await db.select({ price: products.priceCents }).from(products)).toEqual([{ price: 4999 }])
  })
})
