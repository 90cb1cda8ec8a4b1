import { Link } from '@react-email/components'
import type { ReactNode } from 'react'
import { drawing, FooterLine, type MailLayoutProps } from '#api/platform/mail/layout.tsx'
import { linkStyle, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import type { WaitlistEntry } from '#api/waitlist/queries.ts'
import { SITE } from '#domain/site.ts'

// To people who wait. They quote no free text, because whoever entered an address may not be its owner. `origin`: of the shop,
// for links.

const NAMED = 3

/**
 * Renders an email with two ways to unsubscribe: a link, and the mail program's own button (RFC 8058).
 * @param places the ones they asked about, for example `94601`
 */
async function toWaiting(
  { unsubscribeToken: token }: WaitlistEntry,
  places: string,
  frame: Omit<MailLayoutProps, 'children' | 'footer'>,
  body: ReactNode,
): Promise<Rendered> {
  const { origin } = frame
  const footer = (
    <>
      <FooterLine>
        You’re getting this because someone, most likely you, asked us about ZIP code {places} with this email
        address.
      </FooterLine>
      <FooterLine>
        <Link
          href={`${origin}/unsubscribe?token=${token}`}
          className="link"
          style={{ ...linkStyle, display: 'inline-block', padding: '11px 0' }}
        >
          Unsubscribe
        </Link>
      </FooterLine>
    </>
  )
  const headers = {
    'List-Unsubscribe': `<${origin}/api/waitlist/unsubscribe/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { ...(await renderMail({ ...frame, footer }, body)), headers }
}

/**
 * To a person who joined the waitlist.
 * @param market the market that serves the ZIP code and takes no orders, if there is one
 */
export function waitlistReceipt(
  entry: WaitlistEntry,
  market: string | undefined,
  origin: string,
): Promise<Rendered> {
  return toWaiting(
    entry,
    entry.zipCode,
    {
      subject: `You’re on the waitlist for ${entry.zipCode}`,
      preview: market
        ? 'We’ll email you once, when we take orders again.'
        : 'We’ll email you once, the day we deliver there.',
      heading: 'You’re on the list.',
      origin,
      picture: drawing('anniversaries', origin),
      action: { label: 'Try another ZIP code', href: `${origin}/?change=1` },
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
}

const citiesText = SITE.cities.map(({ name }) => name).join(' or ')

/**
 * To a person who waited, once we deliver to them.
 * @param zipCodes the ones they asked about that we deliver to now
 */
export function waitlistOpen(
  entry: WaitlistEntry,
  zipCodes: readonly string[],
  origin: string,
): Promise<Rendered> {
  const places = listed([...zipCodes].sort())
  return toWaiting(
    entry,
    places,
    {
      subject: `We deliver to ${places} now`,
      preview: 'Order before 2 PM for same-day delivery.',
      heading: `We deliver to ${places} now.`,
      origin,
      picture: { src: `${origin}/share.jpg`, alt: 'The three bouquets, from a handful to more than fits' },
      action: { label: 'See the flowers', href: origin },
      details: <Paragraph>We said we’d email you once. This is it.</Paragraph>,
    },
    <>
      <Paragraph>You asked when we couldn’t. Now we can. Order before 2 PM for same-day delivery.</Paragraph>
      <Paragraph>
        If you’ve made up by now, good. If not, flowers still open the door. What you say next is up to you.
      </Paragraph>
    </>,
  )
}

/** `94601`, `94601 and 94602`, `94601, 94602, 94603 and 4 more`. */
function listed(zipCodes: readonly string[]): string {
  const more = zipCodes.length - NAMED
  const named = more > 0 ? [...zipCodes.slice(0, NAMED), `${more} more`] : zipCodes
  return named.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}
