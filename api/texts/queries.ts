import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { TEXT_REPLY } from '#api/platform/outbox/outbox.ts'
import { isTextStopped, phoneHash } from '#api/platform/outbox/text-stops.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import { phoneDigits } from '#domain/phone.ts'
import { ORDER_NAME_LENGTH } from '#domain/text-answers.ts'
import { providerEvents } from '#drizzle/schema/checkout.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'

/**
 * Statement: writes an answer to what somebody texted, once for each text; none to whoever said STOP.
 * @param to `+12125550142`
 * @param about the id of the event that is answered
 * @param onlyIf nothing is written unless this holds at this point of the batch
 */
export function replyStatement(
  db: Db,
  to: string,
  text: string,
  about: string,
  at: string,
  onlyIf: SQL = sql`true`,
) {
  return db.run(sql`
    insert into ${outbox} (id, kind, channel, dedupe_key, recipient, payload, next_attempt_at, created_at, updated_at)
    select ${crypto.randomUUID()}, ${TEXT_REPLY}, 'text', ${`${TEXT_REPLY}:${about}`}, ${to}, ${JSON.stringify({ text })},
      ${at}, ${at}, ${at}
    where ${onlyIf} and not ${isTextStopped(phoneHash(to))}
    on conflict (dedupe_key) do nothing`)
}

/** The last digits of a number stand together however it is written. */
const LINE_DIGITS = 4

/** An order that waited for its florist's answer when they wrote, or may still be taken after its time to answer. */
export type Offer = {
  shopOrderId: string
  /** The last four characters of its reference. */
  name: string
  /** An answer to it still counts. */
  waits: boolean
}

/** As on the florist's page, a late yes counts while nobody else has the order and its link works; `answerShopOrder` has the last word. */
const takesLateYes = (
  at: string,
) => sql`so.status = 'rejected' and so.answered_by = 'system' and so.withdrawn_at is null
  and exists (select 1 from ${orders} late where late.id = so.order_id and late.assignment_status = 'unassigned'
    and late.payment_status = 'paid' and late.status in (${sqlList(STATUSES_AT_WORK.order)}))
  and exists (select 1 from ${floristLinks} l where l.shop_order_id = so.id and l.revoked_at is null and l.expires_at > ${at})`

/**
 * The orders that waited for whoever has a number at an instant, the oldest first; null when no active shop has the number. One that
 * was answered or taken back since is among them: a bare answer may have meant it. So is one whose time to answer was over, as long
 * as a yes still counts.
 * @param phone `+12125550142`
 * @param at ISO instant at which the florist wrote
 */
export async function offersOf(db: Db, phone: string, at: string): Promise<Offer[] | null> {
  const digits = phone.slice('+1'.length)
  const rows = await db.all<{
    phone: string
    shopOrderId: string | null
    reference: string
    waits: number
  }>(sql`
    select s.phone as phone, so.id as "shopOrderId", o.order_reference as reference,
      so.status = 'pending' and so.withdrawn_at is null or ${takesLateYes(at)} as waits
    from ${shops} s
    left join ${shopOrders} so on so.shop_id = s.id and so.created_at <= ${at}
      and (so.status = 'pending' and so.withdrawn_at is null or ${takesLateYes(at)}
        or coalesce(so.withdrawn_at, so.answered_at, so.status_updated_at) > ${at})
    left join ${orders} o on o.id = so.order_id
    where s.active = 1 and s.phone like ${`%${digits.slice(-LINE_DIGITS)}%`}
    order by so.created_at, so.rowid`)
  const own = rows.filter((row) => phoneDigits(row.phone) === digits)
  if (own.length === 0) return null
  return own.flatMap(({ shopOrderId, reference, waits }) =>
    shopOrderId === null
      ? []
      : [{ shopOrderId, name: reference.slice(-ORDER_NAME_LENGTH), waits: waits === 1 }],
  )
}

/** Statement: refused when the event was acted on before. @param at ISO instant */
export function noteTextEvent(
  db: Db,
  { id, kind }: { id: string; kind: string },
  outcome: string,
  at: string,
) {
  return db.insert(providerEvents).values({ id, type: `text.${kind}`, outcome, receivedAt: at })
}

/** The id of the text that the provider knows by an id of its own; null when it is none of ours. */
export async function messageOf(db: Db, providerMessageId: string): Promise<string | null> {
  const [message] = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.providerMessageId, providerMessageId))
    .limit(1)
  return message?.id ?? null
}
