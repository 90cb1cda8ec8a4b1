import type { AskingMarket } from '#domain/answer-deadline.ts'
import { between, pick, type Rng } from '#tests/support/prng.ts'
import type { Simulation } from './simulation.ts'

/** The market whose florists are limited and have to answer. The other one stays as a fresh shop has it. */
export const MARKET = 'market-nyc'
export const ZONE = 'America/New_York'

/** The circumstances in which a run starts. Null: no limit; never. */
export type Circumstances = {
  shoppers: number
  /** What each active florist can make: bouquets a day, and of those the ones due within one clock hour. */
  shops: { perDay: number; perHour: number | null }[] | null
  asks: boolean
  assigns: boolean
  answerMinutes: AskingMarket['answerMinutes']
  fulfilmentMinutes: number
  offersAfterMinutes: number | null
  choiceHours: number
}

/** From here on shoppers are a crowd, for the places of a peak day. */
const CROWD = 11
const PEAK_PLACES = 10

export function drawCircumstances(rng: Rng): Circumstances {
  const shoppers = drawShoppers(rng)
  const isCrowd = shoppers >= CROWD
  const isLimited = isCrowd || rng() < 0.6
  const places = isCrowd ? PEAK_PLACES : 1 + Math.floor(rng() * 4)
  const perHour = rng() < 0.3 ? 1 + Math.floor(rng() * 2) : null
  const asks = rng() < 0.6
  return {
    shoppers,
    shops: isLimited ? sharePlaces(places, perHour, 1 + Math.floor(rng() * 3)) : null,
    asks,
    assigns: asks && rng() < 0.75,
    answerMinutes: rng() < 0.3 ? { hour: 2, 'few-hours': 5, today: 10, tomorrow: 30 } : null,
    fulfilmentMinutes: pick(rng, [20, 40, 90]),
    offersAfterMinutes: pick(rng, [null, 0, 5, 30]),
    choiceHours: pick(rng, [1, 2, 24]),
  }
}

function drawShoppers(rng: Rng): number {
  const [fewest, most] = pick(rng, SIZES)
  return Math.floor(between(rng, fewest, most + 1))
}

/** Most runs are small: they are found out as well, and take a tenth of the time. */
const SIZES: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 66 }, () => [1, 3] as const),
  ...Array.from({ length: 25 }, () => [4, 8] as const),
  ...Array.from({ length: 8 }, () => [CROWD, 40] as const),
  [41, 200],
]

/** The first florist makes what the others do not. */
function sharePlaces(places: number, perHour: number | null, florists: number): Circumstances['shops'] {
  const others = Math.min(florists, places) - 1
  const rest = Array.from({ length: others }, () => ({ perDay: 1, perHour: perHour === null ? null : 0 }))
  return [{ perDay: places - others, perHour }, ...rest]
}

/** Sets shops and market up, before anybody acts. */
export async function applyCircumstances({ rows, deps }: Simulation, drawn: Circumstances): Promise<void> {
  await rows(
    `update markets set asks_for_answer = ?, assigns_automatically = ?, assigns_since = ?, answer_minutes = ?,
      fulfilment_minutes = ?, offers_choice_after_minutes = ?, choice_hours = ? where id = ?`,
    Number(drawn.asks),
    Number(drawn.assigns),
    deps.clock.now().toISOString(),
    drawn.answerMinutes && JSON.stringify(drawn.answerMinutes),
    drawn.fulfilmentMinutes,
    drawn.offersAfterMinutes,
    drawn.choiceHours,
    MARKET,
  )
  await rows('update markets set text_after_seconds = 30, call_after_seconds = 120 where id = ?', MARKET)
  await rows('update shops set takes_texts = 1')
  await rows(
    `insert into florist_devices (id, shop_id, name, endpoint, p256dh, auth, created_at)
    select 'phone-' || id, id, 'Counter', 'https://push.example/' || id, ?, ?, created_at from shops where rowid % 2 = 0`,
    'p'.repeat(87),
    'a'.repeat(22),
  )
  if (!drawn.shops) return
  const florists = await rows('select id from shops where market_id = ? order by id', MARKET)
  for (const [n, { id }] of florists.entries()) {
    const shop = drawn.shops[n]
    const week = shop && Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, shop.perDay]))
    await rows(
      'update shops set active = ?, weekday_capacity = ?, hourly_capacity = ? where id = ?',
      Number(shop !== undefined),
      week ? JSON.stringify(week) : null,
      shop?.perHour ?? null,
      String(id),
    )
  }
}
