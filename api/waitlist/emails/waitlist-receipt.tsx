import { Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import type { WaitlistEntry } from '#api/waitlist/queries.ts'
import { SITE } from '#domain/site.ts'
import { oneClickHeaders, WaitlistFooter } from './waitlist-parts.tsx'

/**
 * To a person who joined the waitlist, with two ways to unsubscribe: a link, and the mail program's own button (RFC 8058).
 * It quotes no free text, because whoever entered this address may not be its owner.
 * @param market the market that serves the ZIP code and takes no orders, if there is one
 * @param origin of the shop, for links
 */
export async function waitlistReceipt(
  entry: WaitlistEntry,
  market: string | undefined,
  origin: string,
): Promise<Rendered> {
  const token = entry.unsubscribeToken
  const rendered = await renderMail(
    {
      subject: `You’re on the waitlist for ${entry.zipCode}`,
      preview: market
        ? 'We’ll email you once, when we take orders again.'
        : 'We’ll email you once, the day we deliver there.',
      heading: 'You’re on the list.',
      origin,
      footer: <WaitlistFooter places={entry.zipCode} token={token} origin={origin} />,
    },
    <>
      {market ? (
        <Paragraph>
          We aren’t taking orders in {market} at the moment. We’ll email you when we do again. Once.
        </Paragraph>
      ) : (
        <>
          <Paragraph>We don’t deliver to {entry.zipCode} yet. We’ll email you the day we do. Once.</Paragraph>
          <Paragraph>If the person you’re thinking of is in {citiesText}, we can be there today.</Paragraph>
        </>
      )}
      <Paragraph>Until then, saying it out loud works everywhere.</Paragraph>
    </>,
  )
  return { ...rendered, headers: oneClickHeaders(token, origin) }
}

const citiesText = SITE.cities.map(({ name }) => name).join(' or ')
