import type { Client } from '@libsql/client/web'

export type Market = {
  /** The hour that its clock shows now, 0 to 23. */
  hour?: number
  pausedReason?: string
  /** Closed on this day by its own calendar. */
  closed?: 'today' | 'tomorrow'
  /** The number of bouquets that its one florist can make a day; default: it has none, and no limit. */
  perDay?: number
}

/**
 * Opens a market of its own for one test.
 * @returns its id and the one ZIP that it serves, in the state of New York
 */
export async function openMarket(client: Client, { hour = 10, pausedReason, closed, perDay }: Market) {
  const id = crypto.randomUUID()
  // 120.. to 149.. belong to no market of the seeds.
  const { rows } = await client.execute(`select coalesce(max(cast(zipcode as integer)), 11999) + 1 as zip
    from market_zipcodes where zipcode between '12000' and '14899'`)
  const zip = String(rows[0]?.['zip'])
  const now = new Date()
  const ahead = (hour - now.getUTCHours() + 24) % 24
  const offset = ahead <= 12 ? ahead : ahead - 24
  // Etc/GMT-9 is nine hours ahead of UTC.
  const zone = `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`
  const day = new Date(now.getTime() + offset * 3_600_000 + (closed === 'tomorrow' ? 86_400_000 : 0))
  const at = now.toISOString()
  const week = JSON.stringify(Object.fromEntries(Array.from({ length: 7 }, (_, n) => [n, perDay])))
  await client.batch([
    {
      sql: 'insert into markets (id, name, time_zone, paused_reason, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
      args: [id, `Market ${zip}`, zone, pausedReason ?? null, at, at],
    },
    { sql: 'insert into market_zipcodes (zipcode, market_id) values (?, ?)', args: [zip, id] },
    ...(closed
      ? [
          {
            sql: 'insert into market_closed_dates (market_id, date) values (?, ?)',
            args: [id, day.toISOString().slice(0, 10)],
          },
        ]
      : []),
    ...(perDay === undefined
      ? []
      : [
          {
            sql: `insert into shops (id, name, market_id, state_id, city, zip, street_address, weekday_capacity, created_at, updated_at)
              select ?, ?, ?, id, 'Albany', ?, '1 Quiet St', ?, ?, ? from states where code = 'NY'`,
            args: [crypto.randomUUID(), `Petals of ${zip}`, id, zip, week, at, at],
          },
        ]),
  ])
  return { id, zip }
}
