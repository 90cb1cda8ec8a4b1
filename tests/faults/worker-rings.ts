import type { OwnShop } from '#tests/support/own-shop.ts'
import { auditRings, type Rung } from './rings-audit.ts'
import { type Florist, orderIn, ringsOf, textsOf } from './worker-florists.ts'

/** The times at which florists of a round were heard, as ISO instants. */
type Heard = {
  /** The rings of this round came after it. */
  since: string
  /** From then on nothing failed any more. */
  calmFrom: string
  /** The number that said STOP, and by when the shop had heard of it. */
  stopped: { number: string; at: string } | null
  /** The answers that were taken. */
  said: readonly { shopOrderId: string; answer: string }[]
}

/** Between reading of an offer and its ring, the Worker may wait for a database that is late, and it may be killed. */
const READ_BEFORE_MS = 20_000
const READ_BEFORE_WHILE_CALM_MS = 5_000
/** Whatever a channel that lives no more says: the next one has to ring instead. */
const DEAD = /answered (?:404|410|413|5\d\d)|did not answer|never confirmed/

/**
 * Compares the offers of a round with the phones of the stand-ins: each rings once, unless its answer was lost, and no one that should not;
 * whoever has not answered was rung or texted in the end.
 * @returns what is wrong, a line each
 */
export async function auditPhones(
  shop: OwnShop,
  florists: readonly Florist[],
  { since, calmFrom, stopped, said }: Heard,
): Promise<string[]> {
  const rows = async (sql: string) => (await shop.client.execute(sql)).rows.map((row) => ({ ...row }))
  const rings = (await ringsOf(shop)).filter(({ at }) => at >= since)
  const texts = (await textsOf(shop)).filter(
    ({ createdAt, direction, text }) =>
      createdAt >= since && direction === 'outbound' && orderIn(text) !== null,
  )
  const rung: Rung[] = [
    ...rings.map(({ phoneId, payload, at }) => ({ way: phoneId, about: tagOf(payload), at })),
    ...texts.map(({ phone, text, createdAt }) => ({ way: phone, about: orderIn(text) ?? '', at: createdAt })),
  ]
  const inCalm = rung.filter(({ at }) => at > calmFrom)
  const faults = [
    ...(await auditRings(rows, rung, READ_BEFORE_MS)),
    ...(await auditRings(rows, inCalm, READ_BEFORE_WHILE_CALM_MS)),
    ...texts
      .filter(({ phone, createdAt }) => stopped?.number === phone && createdAt > stopped.at)
      .map(({ phone }) => `texted after STOP: ${phone}`),
  ]

  const offers = await rows(`select so.id, so.shop_id as shop, so.status, o.order_reference as reference,
    so.status = 'pending' and so.withdrawn_at is null and exists (select 1 from florist_links l
      where l.shop_order_id = so.id and l.revoked_at is null and l.opened_at is null) as waits
    from shop_orders so join orders o on o.id = so.order_id where so.created_at >= '${since}'`)
  const written = await rows(`select channel, recipient, status, attempts, coalesce(last_error, '') as error,
    payload ->> 'shopOrderId' as offer from outbox where kind in ('florist-ring', 'florist-text') and created_at >= '${since}'`)
  const deviceOf = (phoneId: string) =>
    florists.flatMap(({ devices }) => devices).find((device) => device.phoneId === phoneId)
  const floristOf = (phoneId: string) =>
    florists.find(({ devices }) => devices.some((device) => device.phoneId === phoneId))

  for (const [key, same] of Map.groupBy(rings, ({ phoneId, payload }) => `${phoneId} ${tagOf(payload)}`)) {
    const [phoneId = '', offerId = ''] = key.split(' ')
    const offer = offers.find(({ id }) => id === offerId)
    if (offer && offer['shop'] !== floristOf(phoneId)?.id) faults.push(`rang another florist: ${key}`)
    const row = written.find(
      ({ offer: about, recipient }) => about === offerId && recipient === deviceOf(phoneId)?.id,
    )
    // One that a push service repeats is the same ring.
    const times = new Set(same.map(({ id }) => id)).size
    if (row && times > Number(row['attempts']))
      faults.push(`${times} rings for ${String(row['attempts'])} tries: ${key}`)
  }
  for (const { id, shop: shopId, reference, waits } of offers) {
    const own = written.filter(({ offer }) => offer === id)
    for (const { channel, recipient, status, error } of own) {
      const name = `${String(channel)} about ${String(reference)}`
      const phoneId = florists
        .flatMap(({ devices }) => devices)
        .find((device) => device.id === recipient)?.phoneId
      const came =
        channel === 'push'
          ? rings.some((ring) => ring.phoneId === phoneId && tagOf(ring.payload) === id)
          : texts.some(({ text }) => String(reference).endsWith(orderIn(text) ?? '-'))
      if (status === 'sent' && !came) faults.push(`said to be sent, and never came: ${name}`)
      if (status === 'pending' && waits === 1) faults.push(`still waits: ${name}`)
      if (status === 'failed' && !DEAD.test(String(error))) faults.push(`failed: ${name}: ${String(error)}`)
    }
    const florist = florists.find((each) => each.id === shopId)
    const isStopped = stopped !== null && stopped.number === florist?.number
    const hasWay = florist !== undefined && (florist.phones > 0 || (florist.texts && !isStopped))
    if (waits === 1 && hasWay && own.length === 0) faults.push(`nothing rang about ${String(reference)}`)
  }
  for (const { shopOrderId, answer } of said) {
    const status = offers.find(({ id }) => id === shopOrderId)?.['status']
    const isRight = answer === 'accept' ? status === 'confirmed' : status === 'rejected'
    if (!isRight) faults.push(`answered ${answer}, and stored as ${String(status)}: ${shopOrderId}`)
  }
  return faults
}

const tagOf = (payload: string) => (JSON.parse(payload) as { tag: string }).tag
