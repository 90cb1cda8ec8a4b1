import { createClient } from '@libsql/client/web'
import { Hono } from 'hono'

// Our API is measured against Hono and nothing else. `/bare` answers what it always answers; `/query` asks the
// database what our own route asks, in one statement that is written down.

type Bindings = { DATABASE_URL: string; DATABASE_AUTH_TOKEN: string }

const CATALOGUE = `select id, sku, title, price_cents, image_url from products
  where sku in ('FLOWER-001', 'FLOWER-002', 'FLOWER-003') order by price_cents`
const ZIP = `select m.id, m.name, m.time_zone, m.opening_hours, m.paused_reason, d.date from market_zipcodes z
  join markets m on m.id = z.market_id left join market_closed_dates d on d.market_id = m.id where z.zipcode = ?`

let client: ReturnType<typeof createClient> | undefined

const app = new Hono<{ Bindings: Bindings }>()
  .use(async (c, next) => {
    client ??= createClient({
      url: c.env.DATABASE_URL,
      authToken: c.env.DATABASE_AUTH_TOKEN,
      concurrency: 0,
      fetch: (request: Request) => fetch(request),
    })
    await next()
  })
  .get('/bare/zip-codes/:zip', (c) => c.json({ zip: c.req.param('zip'), served: true }))
  .get('/bare/products', (c) => c.json({ products: [] }))
  .get('/query/zip-codes/:zip', async (c) => {
    const found = await client?.execute({ sql: ZIP, args: [c.req.param('zip')] })
    return c.json({ zip: c.req.param('zip'), market: found?.rows })
  })
  .get('/query/products', async (c) => c.json({ products: (await client?.execute(CATALOGUE))?.rows }))

export default app
