import { calendarFile } from '#domain/calendar.ts'
import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import { SITE } from '#domain/site.ts'
import { ApiError } from '#src/lib/api.ts'
import type { ManagedOrder, ShopApi } from '#src/lib/shop-api.ts'
import { NOT_LOADED, UNKNOWN } from './messages.ts'

const ENTRY_MS = 30 * 60 * 1000

/**
 * The calendar file of an order. Calendars are shared: it has the link to share, and nothing of the recipient.
 * @param origin of the shop, for the link
 */
export async function calendarOf(api: ShopApi, token: string, origin: string, now: Date): Promise<Response> {
  try {
    const order = await api.order(token)
    const isOver = order.stage === 'cancelled' || order.stage === 'refunded'
    if (isOver) return answer(410, 'This order was cancelled.')
    return answer(200, entryOf(order, origin, now), {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${order.reference}.ics"`,
    })
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 503
    return status === 404 || status === 422 ? answer(404, UNKNOWN.text) : answer(503, NOT_LOADED.text)
  }
}

function answer(status: number, text: string, headers: Record<string, string> = {}): Response {
  const common = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  return new Response(text, { status, headers: { ...common, ...type, ...headers } })
}

function entryOf(order: ManagedOrder, origin: string, now: Date): string {
  const end = new Date(order.promisedBy)
  const time = formatMarketTime(end, order.timeZone, 'shortTime', ANY_READER)
  const url = order.trackingToken === null ? origin : `${origin}/track?token=${order.trackingToken}`
  return calendarFile({
    uid: `${order.reference}@${new URL(SITE.address).host}`,
    title: `Flowers arrive by ${time}`,
    description: `${order.reference}, ${SITE.brand}\n${url}\nQuestions? ${SITE.supportPhone}`,
    url,
    start: new Date(end.getTime() - ENTRY_MS),
    end,
    stamp: now,
    sequence: order.version,
  })
}
