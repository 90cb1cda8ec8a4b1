import { ActionLink, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
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
    {
      subject: `We deliver to ${places} now`,
      preview: 'Order before 2 PM for same-day delivery.',
      heading: `We deliver to ${places} now.`,
      origin,
      footer: <WaitlistFooter places={places} token={entry.unsubscribeToken} origin={origin} />,
    },
    <>
      <Paragraph>You asked when we couldn’t. Now we can. Order before 2 PM for same-day delivery.</Paragraph>
      <Paragraph>
        If you’ve made up by now, good. If not, flowers still open the door. What you say next is up to you.
      </Paragraph>
      <ActionLink href={origin}>See the flowers</ActionLink>
      <Paragraph>We said we’d email you once. This is it.</Paragraph>
    </>,
  )
  return { ...rendered, headers: oneClickHeaders(entry.unsubscribeToken, origin) }
}

/** `94601`, `94601 and 94602`, `94601, 94602, 94603 and 4 more`. */
function listed(zipCodes: readonly string[]): string {
  const more = zipCodes.length - NAMED
  const named = more > 0 ? [...zipCodes.slice(0, NAMED), `${more} more`] : zipCodes
  return named.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}
