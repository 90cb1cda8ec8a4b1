import type { TestShop } from './shop.ts'

type Statement = { sql: string; args: unknown[] }

/**
 * The cost of `work` for the database: the number of requests, and SQLite's plan for each statement but the guard's, which looks
 * a session up by its id.
 */
export async function plansOf(shop: TestShop, work: () => Promise<unknown>) {
  const { client } = shop
  const { batch, execute } = client
  const recorded: Statement[] = []
  const before = shop.requests()
  client.batch = (statements, mode) => {
    recorded.push(...(statements as Statement[]))
    return Reflect.apply(batch, client, [statements, mode])
  }
  client.execute = (...call: unknown[]) => {
    if (typeof call[0] === 'object') recorded.push(call[0] as Statement)
    return Reflect.apply(execute, client, call)
  }
  try {
    await work()
  } finally {
    client.batch = batch
    client.execute = execute
  }
  const requests = shop.requests() - before
  const plans: { sql: string; steps: string[] }[] = []
  for (const { sql, args } of recorded) {
    if (sql.includes('from "sessions"')) continue
    const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args: args as string[] })
    plans.push({ sql, steps: rows.map((row) => String(row['detail'])) })
  }
  return { requests, plans }
}
