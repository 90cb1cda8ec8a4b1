import { Heading, Text } from '@react-email/components'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import { ActionLink, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import type { WaitlistEntry } from '#api/waitlist/queries.ts'
import { oneClickHeaders, WaitlistFooter } from './waitlist-parts.tsx'

const NAMED = 3

/**
 * To a person who waited, once we deliver to them. Like the receipt it quotes no free text, and has two ways to unsubscribe.
 * @param zipCodes the ones they asked about that we deliver to now
 * @param origin of the shop, for links
 */
export async function waitlistOpen(
  entry: WaitlistEntry,
  zipCodes: readonly string[],
  origin: string,
): Promise<Rendered> {
  const places = listed([...zipCodes].sort())
  const rendered = await renderMail(
    `We deliver to ${places} now`,
    <MailLayout
      preview="You asked. It took us a while."
      origin={origin}
      footer={<WaitlistFooter places={places} token={entry.unsubscribeToken} origin={origin} />}
    >
      <Heading as="h1" style={headingStyle}>
        We deliver to {places} now.
      </Heading>
      <Text style={paragraphStyle}>
        You asked when we could not. Now we can, on the same day if you order before 2 PM.
      </Text>
      <Text style={paragraphStyle}>
        If it is settled by now, good. If it is not, flowers still open the door. What you say next is up to
        you.
      </Text>
      <ActionLink href={origin}>See the flowers</ActionLink>
      <Text style={{ ...paragraphStyle, margin: 0 }}>We said we would write once. This was it.</Text>
    </MailLayout>,
  )
  return { ...rendered, headers: oneClickHeaders(entry.unsubscribeToken, origin) }
}

/** `94601`, `94601 and 94602`, `94601, 94602, 94603 and 4 more`. */
function listed(zipCodes: readonly string[]): string {
  const more = zipCodes.length - NAMED
  const named = more > 0 ? [...zipCodes.slice(0, NAMED), `${more} more`] : zipCodes
  return named.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}
