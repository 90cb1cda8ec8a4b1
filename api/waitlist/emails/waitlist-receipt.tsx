import { Heading, Text } from '@react-email/components'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import { headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import type { WaitlistEntry } from '#api/waitlist/queries.ts'
import { SITE } from '#src/site.ts'
import { oneClickHeaders, WaitlistFooter } from './waitlist-parts.tsx'

/**
 * To a person who joined the waitlist, with two ways to unsubscribe: a link, and the mail program's own button (RFC 8058).
 * It quotes no free text, because whoever entered this address may not be its owner.
 * @param market the paused market that serves the ZIP code, if there is one
 * @param origin of the shop, for links
 */
export async function waitlistReceipt(
  entry: WaitlistEntry,
  market: string | undefined,
  origin: string,
): Promise<Rendered> {
  const token = entry.unsubscribeToken
  const rendered = await renderMail(
    `You are on the list for ${entry.zipCode}`,
    <MailLayout
      preview={
        market
          ? 'We will write once, when we take orders again.'
          : 'We will write once, on the day we deliver there.'
      }
      origin={origin}
      footer={<WaitlistFooter places={entry.zipCode} token={token} origin={origin} />}
    >
      <Heading as="h1" style={headingStyle}>
        You are on the list.
      </Heading>
      {market ? (
        <Text style={paragraphStyle}>
          We are not taking orders in {market} at the moment. When we do again, we will write to you. Once.
        </Text>
      ) : (
        <>
          <Text style={paragraphStyle}>
            We don’t deliver to {entry.zipCode} yet. On the day we do, we will write to you. Once.
          </Text>
          <Text style={paragraphStyle}>
            If the person you are thinking of is in {citiesText}, we can be there today.
          </Text>
        </>
      )}
      <Text style={{ ...paragraphStyle, margin: 0 }}>Until then, saying it out loud works everywhere.</Text>
    </MailLayout>,
  )
  return { ...rendered, headers: oneClickHeaders(token, origin) }
}

const citiesText = SITE.cities.map(({ name }) => name).join(' or ')
