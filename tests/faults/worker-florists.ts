import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/web'
import { floristDevices, markets, shops } from '#drizzle/schema/markets.ts'
import type { Ring } from '#local/push/phones.ts'
import type { StoredEvent } from '#local/texts/phones.ts'
import type { Text } from '#local/texts/text.ts'
import type { OwnShop } from '#tests/support/own-shop.ts'
import { pick, type Rng } from '#tests/support/prng.ts'
import { shop as shopRow } from '#tests/support/rows.ts'
import { type Count, codeOf, send, untilDone } from './worker-shopper.ts'

// Florists of a round at the built Worker: their phones are those of the push and text stand-ins, and they look and answer as these
// ring.

/** `phones`: how many ring for the shop. `texts`: it agreed to them. `saysNo`: it declines, and its orders go on to the next one. */
type Kind = { phones: number; texts: boolean; saysNo?: true }
const KINDS: readonly Kind[] = [
  { phones: 1, texts: true },
  { phones: 2, texts: true },
  { phones: 0, texts: true },
  { phones: 1, texts: false },
  { phones: 1, texts: true, saysNo: true },
]

/** `devices`: all that ever rang for the shop, and the phones of the push service behind them. */
export type Florist = Kind & { id: string; number: string; devices: { id: string; phoneId: string }[] }

const MARKET = 'market-nyc'
const LOOK_EVERY_MS = 300
/** The order went on meanwhile: the florist is told so, and has nothing more to do. */
const WENT_ON = ['florist_link_closed', 'florist_too_late']
/** The shop understands this as STOP, and the text provider does not: it would go on taking texts. */
const STOP = 'Please stop texting me'

const dbOf = ({ client }: OwnShop) => drizzle(client, { casing: 'snake_case' })

/** Gives the market of all shoppers florists of its own: it asks them by itself, and texts who has not looked for thirty seconds. */
export async function openFlorists(shop: OwnShop, kinds: readonly Kind[] = KINDS): Promise<Florist[]> {
  const db = dbOf(shop)
  const [seeded] = await db.select().from(shops).where(eq(shops.marketId, MARKET)).limit(1)
  if (!seeded) throw new Error('No florist was seeded')
  await db.update(shops).set({ active: false }).where(eq(shops.marketId, MARKET))
  const asks = { asksForAnswer: true, assignsAutomatically: true, assignsSince: new Date().toISOString() }
  const rings = { textAfterSeconds: 30, callAfterSeconds: 120 }
  await db
    .update(markets)
    .set({ ...asks, ...rings })
    .where(eq(markets.id, MARKET))
  const florists = kinds.map((kind, n) => ({
    ...kind,
    id: `florist-${n}`,
    number: `+1212555012${n}`,
    devices: [],
  }))
  for (const { id, number, texts } of florists) {
    const row = { id, marketId: MARKET, stateId: seeded.stateId, phone: number.slice(2), takesTexts: texts }
    await db.insert(shops).values(shopRow({ ...row, email: `${id}@florists.example` }))
  }
  return florists
}

type Subscription = { id: string; endpoint: string; keys: { p256dh: string; auth: string } }

/** Has as many phones ring for each shop as it is meant to have: those that a push service disowned are added anew. */
export async function addPhones(shop: OwnShop, florists: readonly Florist[]): Promise<void> {
  const db = dbOf(shop)
  for (const { id: shopId, phones, devices } of florists) {
    const there = await db.select().from(floristDevices).where(eq(floristDevices.shopId, shopId))
    for (let n = there.length; n < phones; n++) {
      const added = await read<Subscription>(`${shop.pushUrl}/subscriptions`, { name: `${shopId} ${n}` })
      const [id, createdAt] = [crypto.randomUUID(), new Date().toISOString()]
      const { endpoint, keys } = added
      await db.insert(floristDevices).values({ id, shopId, name: 'Counter', endpoint, ...keys, createdAt })
      devices.push({ id, phoneId: added.id })
    }
  }
}

/** An offer as a phone shows it. `shopOrderId`: only a push says it. */
type Shown = { florist: Florist; token: string; shopOrderId: string | null; last4: string | null }

/**
 * The florists of a round at their phones.
 * @param since ISO instant: what came before it was of another round
 */
export function floristsAtPhones(
  shop: OwnShop,
  florists: readonly Florist[],
  { rng, count, since }: { rng: Rng; count: Count; since: string },
) {
  const seen = new Set<string>()
  const acts: Promise<unknown>[] = []
  const said: { shopOrderId: string; answer: string }[] = []
  const faults: string[] = []
  let isOver = false

  const act = async ({ florist, token, shopOrderId, last4 }: Shown) => {
    const does = pick(rng, florist.saysNo ? ['no', 'no', 'nothing'] : ['looks', 'yes', 'nothing', 'nothing'])
    const byText = last4 !== null && ['yes', 'no'].includes(does) && rng() < 0.5
    await sleep(rng() * 2_000)
    count(`a florist: ${does}${byText ? ' by text' : ''}`)
    if (does === 'nothing') return
    if (does === 'looks') return void (await ask('/florist/order', { token }))
    if (byText) return void (await textUs(shop, florist.number, `${does === 'yes' ? 1 : 2} ${last4}`))
    const answer = does === 'yes' ? 'accept' : 'reject'
    const taken = await ask('/florist/answer', {
      token,
      answer,
      ...(does === 'no' && { reason: 'No peonies.' }),
    })
    if (taken && shopOrderId !== null) said.push({ shopOrderId, answer })
  }
  const ask = async (path: string, body: object) => {
    let tooLate = false
    const taken = await untilDone(async () => {
      const answer = await send(`${shop.url}/api${path}`, body)
      tooLate = answer !== null && WENT_ON.includes(codeOf(answer))
      return tooLate ? { status: 200, body: {} } : answer
    }, count)
    if (!taken) faults.push(`a florist could not: ${path}`)
    return taken !== null && !tooLate
  }
  const watching = (async () => {
    while (!isOver) {
      // A stand-in that was killed shows nothing until it is back.
      const shown = await shownOffers(shop, florists, since).catch(() => [])
      for (const offer of shown) {
        if (seen.has(offer.token)) continue
        seen.add(offer.token)
        acts.push(act(offer))
      }
      await sleep(LOOK_EVERY_MS)
    }
  })()
  return {
    /** The answers that were taken so far. */
    said,
    /** Ends once all that was begun is done. @returns a line for each step that failed */
    leave: async () => {
      isOver = true
      await watching
      await Promise.all(acts)
      return faults
    },
  }
}

async function shownOffers(shop: OwnShop, florists: readonly Florist[], since: string): Promise<Shown[]> {
  const pushed = (await ringsOf(shop)).flatMap(({ phoneId, payload, rang, at }) => {
    const { url, tag } = JSON.parse(payload) as { url: string; tag: string }
    const florist = florists.find(({ devices }) => devices.some((device) => device.phoneId === phoneId))
    return florist && rang && at >= since
      ? [{ florist, token: tokenOf(url), shopOrderId: tag, last4: null }]
      : []
  })
  const texted = (await textsOf(shop)).flatMap(({ direction, phone, text, createdAt }) => {
    const florist = florists.find(({ number }) => number === phone)
    const last4 = orderIn(text)
    return florist && direction === 'outbound' && last4 !== null && createdAt >= since
      ? [{ florist, token: tokenOf(text), shopOrderId: null, last4 }]
      : []
  })
  return [...texted, ...pushed]
}

const tokenOf = (text: string) => /[?&]token=([\w.-]+)/.exec(text)?.[1] ?? ''
/** The last four characters of the order that a text asks about; null for answers to what florists text. */
export const orderIn = (text: string) => /Order (\S+)\. Reply 1/.exec(text)?.[1] ?? null

/** A florist texts STOP. @returns the instant by which the shop has heard of it; null: it has not within the time given */
export async function sayStop(shop: OwnShop, { number }: Florist, withinMs: number): Promise<string | null> {
  const { id } = await textUs(shop, number, STOP)
  return (await isHeard(shop, id, withinMs)) ? new Date().toISOString() : null
}

/** A florist wants texts again. */
export async function sayStart(shop: OwnShop, { number }: Florist, withinMs: number): Promise<void> {
  const { id } = await textUs(shop, number, 'START')
  if (!(await isHeard(shop, id, withinMs))) throw new Error('The shop did not hear START')
}

const textUs = async ({ textsUrl }: OwnShop, from: string, text: string): Promise<{ id: string }> => {
  for (const until = Date.now() + 30_000; ; await sleep(LOOK_EVERY_MS)) {
    try {
      return await read<Text>(`${textsUrl}/_local/inbound`, { from, text })
    } catch (error) {
      // The stand-in was killed.
      if (Date.now() > until) throw error
    }
  }
}

async function isHeard({ textsUrl }: OwnShop, textId: string, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
    const events = await read<StoredEvent[]>(`${textsUrl}/_local/events`).catch(() => [])
    if (events.some(({ text_id, result }) => text_id === textId && result === 'ok')) return true
  }
  return false
}

export const ringsOf = ({ pushUrl }: OwnShop) => read<Ring[]>(`${pushUrl}/_local/rings`)
export const textsOf = ({ textsUrl }: OwnShop) => read<Text[]>(`${textsUrl}/_local/texts`)

/** @param body what is posted; without it, it is read */
async function read<T>(url: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}
