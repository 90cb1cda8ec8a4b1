import * as z from 'zod/mini'
import { drawing, OwnerFooter } from '#api/platform/mail/layout.tsx'
import { Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { ANY_READER, formatDay, formatMarketTime } from '#domain/dates.ts'
import { instantOn, isoDate } from '#domain/zoned-time.ts'

/** A day of a market that unpaid orders fill. */
export const heldPlaces = z.object({
  marketId: z.string(),
  market: z.string(),
  /** IANA name. */
  timeZone: z.string(),
  /** `YYYY-MM-DD` by the market's calendar. */
  date: z.string(),
  held: z.int(),
  limit: z.int(),
  /** When the first and the last of the holds end, as ISO instants. */
  firstEnd: z.string(),
  lastEnd: z.string(),
})

export type HeldPlaces = z.infer<typeof heldPlaces>

/**
 * To the owner, when unpaid orders fill a day.
 * @param origin of the shop, for links
 */
export function heldPlacesNotice(
  { marketId, market, timeZone, date, held, limit, firstEnd, lastEnd }: HeldPlaces,
  sentAt: Date,
  origin: string,
): Promise<Rendered> {
  const named = formatDay(instantOn(date, timeZone, 12), timeZone)
  const whose = isoDate(sentAt, timeZone) === date ? 'today’s bouquets' : `the bouquets for ${named}`
  const sold = limit - held
  const part = sold > 0 ? 'the last' : 'all'
  const at = (instant: string) => formatMarketTime(new Date(instant), timeZone, 'shortTime', ANY_READER)
  return renderMail(
    {
      subject: `Unpaid orders hold ${part} of ${whose} in ${market}`,
      preview: `${held} of ${limit}, the first until ${at(firstEnd)}`,
      heading: 'Full, but not paid for.',
      origin,
      picture: drawing('gifts', origin),
      action: { label: 'Open the market', href: `${origin}/admin/markets/${marketId}` },
      footer: <OwnerFooter />,
    },
    <>
      <Paragraph>
        {held} of the {limit} bouquets for {named} in {market} are held by orders that nobody has paid for yet
        {sold > 0 ? `; ${sold === 1 ? '1 is' : `${sold} are`} sold` : ''}. Until one is free again, nobody
        else can order for that day.
      </Paragraph>
      <Paragraph>
        {at(firstEnd) === at(lastEnd)
          ? `If nobody pays, they are free again at ${at(lastEnd)}.`
          : `If nobody pays, the first is free again at ${at(firstEnd)} and the last at ${at(lastEnd)}.`}
      </Paragraph>
      <Paragraph>
        Most often this is a rush, and there is nothing to do. Should the day stay full without being paid
        for, somebody may be holding bouquets on purpose: raise the number that a shop can make that day, or
        pause the market, which ends its open payment pages. You get this email once for a day of a market.
      </Paragraph>
    </>,
  )
}
