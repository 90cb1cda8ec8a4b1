import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { markets, marketZipcodes } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { boughtSince } from './admin-queries.ts'
import type { DemandAnswer } from './admin-schema.ts'

const SHOWN = 100

type Numbers = DemandAnswer['all']
type Line = Numbers & {
  kind: 'all' | 'zip' | 'city'
  zipCode: string
  city: string
  state: string
  marketId: string | null
  market: string | null
  paused: number | null
  zips: number
  servedZips: number
}

/**
 * Where people wait, by ZIP code and by city, most waiting first. One statement, so that each entry is looked at once.
 */
export async function demand(db: Db): Promise<DemandAnswer> {
  const lines = await db.all<Line>(sql`
    with entry as (
      select substr(zip_code, 1, 5) as zip, lower(city) as place, city, state, created_at,
        unsubscribed_at is null and notified_at is null as waiting,
        notified_at is not null as notified,
        exists (select 1 from ${orders} where ${boughtSince}) as bought
      from ${waitlist}
    ),
    -- Beside max(), a plain column is that of the newest entry: the spelling of a city may differ.
    spot as materialized (
      select zip, place, city, state, max(created_at) as newest,
        sum(waiting) as waiting, sum(notified) as notified, sum(bought) as bought
      from entry group by zip, place, state
    ),
    by_zip as (
      select zip, city, state, max(newest), sum(waiting) as waiting, sum(notified) as notified, sum(bought) as bought
      from spot group by zip having sum(waiting) + sum(notified) + sum(bought) > 0
      order by 5 desc, 7 desc, 6 desc, zip limit ${SHOWN}
    ),
    by_city as (
      select city, state, max(newest), count(*) as zips,
        sum(zip in (select zipcode from ${marketZipcodes})) as served,
        sum(waiting) as waiting, sum(notified) as notified, sum(bought) as bought
      from spot group by place, state having sum(waiting) + sum(notified) + sum(bought) > 0
      order by 6 desc, 8 desc, 7 desc, city, state limit ${SHOWN}
    )
    select 'all' as kind, '' as zipCode, '' as city, '' as state, null as marketId, null as market, null as paused, 0 as zips,
      0 as servedZips, coalesce(sum(waiting), 0) as waiting, coalesce(sum(notified), 0) as notified,
      coalesce(sum(bought), 0) as boughtSince
    from spot
    union all
    select 'zip', zip, city, state, m.id, m.name, m.paused_reason is not null, 1, m.id is not null, waiting, notified, bought
    from by_zip left join ${marketZipcodes} z on z.zipcode = zip left join ${markets} m on m.id = z.market_id
    union all
    select 'city', '', city, state, null, null, null, zips, served, waiting, notified, bought from by_city`)
  const of = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).sort(mostWaitingFirst)
  return {
    all: numbers(of('all')[0]),
    zips: of('zip').map((line) => ({
      zipCode: line.zipCode,
      city: line.city,
      state: line.state,
      market:
        line.marketId !== null && line.market !== null
          ? { id: line.marketId, name: line.market, paused: line.paused === 1 }
          : null,
      ...numbers(line),
    })),
    cities: of('city').map((line) => ({
      city: line.city,
      state: line.state,
      zips: line.zips,
      servedZips: line.servedZips,
      ...numbers(line),
    })),
  }
}

function numbers(line: Numbers | undefined): Numbers {
  const { waiting = 0, notified = 0, boughtSince = 0 } = line ?? {}
  return { waiting, notified, boughtSince }
}

// The parts of a union come in no order that SQL promises.
function mostWaitingFirst(a: Line, b: Line): number {
  return (
    b.waiting - a.waiting ||
    b.boughtSince - a.boughtSince ||
    b.notified - a.notified ||
    compare(`${a.zipCode} ${a.city}, ${a.state}`, `${b.zipCode} ${b.city}, ${b.state}`)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
