import { asc, eq } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'

/** The product that sample orders are made of: the oldest there is (§7: select first row). */
export async function firstProduct(db: Db) {
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(1)
  return product ?? null
}

export async function isUser(db: Db, id: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.id, id))
  return found.length === 1
}
