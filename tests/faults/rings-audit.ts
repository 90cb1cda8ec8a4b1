import { phoneDigits } from '#domain/phone.ts'

/**
 * A phone that rang, or a text that went: on which way, of which offer, and when it was sent on its way. A push names the offer by its
 * id, a text by the end of the reference; an answer to what a florist texted is about none.
 */
export type Rung = { way: string; about: string; at: string; text?: string }

type Rows = (sql: string) => Promise<Record<string, unknown>[]>

/**
 * No florist is texted twice about one offer, and nothing rings after it was looked at, answered or taken back.
 * @param readBeforeMs what began so long after an end had not read of it yet
 */
export async function auditRings(rows: Rows, rung: readonly Rung[], readBeforeMs: number): Promise<string[]> {
  const offers = await rows(`select so.id, h.phone, o.order_reference as reference,
    (select opened_at from florist_links where shop_order_id = so.id and revoked_at is null) as looked,
    coalesce(so.withdrawn_at, so.answered_at) as ended from shop_orders so
    join shops h on h.id = so.shop_id join orders o on o.id = so.order_id`)
  const isText = ({ way }: Rung) => way.startsWith('+')
  const offersOf = (ring: Rung) =>
    isText(ring)
      ? offers.filter(
          ({ phone, reference }) =>
            ring.way.endsWith(phoneDigits(String(phone))) && String(reference).endsWith(ring.about),
        )
      : offers.filter(({ id }) => id === ring.about)
  const asking = rung.filter(({ about }) => about !== '')
  const texts = asking.filter(isText)
  const twice = texts.filter(
    (text) =>
      texts.filter(({ way, about }) => way === text.way && about === text.about).length >
      offersOf(text).length,
  )
  const late = asking.filter((ring) => {
    const ends = offersOf(ring).map(({ looked, ended }) => Math.min(instantOf(looked), instantOf(ended)))
    return Date.parse(ring.at) > Math.max(...ends) + readBeforeMs
  })
  return [
    ...twice.map(({ about }) => `texted twice about ${about}`),
    ...late.map(({ way, about, at }) => `rang after the end: ${way} about ${about} at ${at}`),
  ]
}

/** Milliseconds; what has not happened comes after everything. */
const instantOf = (value: unknown) => (value === null ? Number.POSITIVE_INFINITY : Date.parse(String(value)))
