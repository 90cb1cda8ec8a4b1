import type { TestShop } from './shop.ts'

type Statement = { sql: string; args: unknown[] }

/** What `work` costs the database: how many requests, and how SQLite goes about each statement of the batches. */
export async function plansOf(shop: TestShop, work: () => Promise<unknown>) {
  const { client } = shop
  const batch = client.batch
  const recorded: Statement[] = []
  const before = shop.requests()
  client.batch = (statements, mode) => {
    recorded.push(...(statements as Statement[]))
    return Reflect.apply(batch, client, [statements, mode])
  }
  await work()
  client.batch = batch
  const requests = shop.requests() - before
  const plans: { sql: string; steps: string[] }[] = []
  for (const { sql, args } of recorded) {
    const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args: args as string[] })
    plans.push({ sql, steps: rows.map((row) => String(row['detail'])) })
  }
  return { requests, plans }
}
