import { Heading, Text } from '@react-email/components'
import { FooterLine, MailLayout } from '#api/platform/mail/layout.tsx'
import { ActionLink, Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import type { JoinedByZip } from '#api/waitlist/queries.ts'

const SHOWN = 20

/**
 * To the owner, for an hour in which more people joined the waitlist than get a notice of their own.
 * @param joined by ZIP code, most first
 * @param origin of the shop, for links
 */
export function waitlistDigest(joined: readonly JoinedByZip[], origin: string): Promise<Rendered> {
  const people = joined.reduce((sum, { count }) => sum + count, 0)
  const shown = joined.slice(0, SHOWN)
  const more = joined.length - shown.length
  return renderMail(
    `Waitlist: ${peopleText(people)} joined within an hour`,
    <MailLayout
      preview={shown.map(({ zipCode, count }) => `${zipCode}: ${count}`).join(', ')}
      origin={origin}
      footer={<FooterLine>This notice goes to the people who run the shop.</FooterLine>}
    >
      <Heading as="h1" style={headingStyle}>
        {people === 1 ? 'One more is waiting.' : 'A crowd is waiting.'}
      </Heading>
      <Text style={paragraphStyle}>
        {peopleText(people)} joined within an hour. When many join on one day, we count them by the hour
        instead of writing about each.
      </Text>
      <Facts
        facts={shown.map(({ zipCode, city, state, count }) => [
          `${zipCode} ${city}, ${state}`,
          peopleText(count),
        ])}
      />
      {more > 0 && (
        <Text style={paragraphStyle}>
          {more === 1 ? 'One more ZIP code is' : `${more} more ZIP codes are`} on the list.
        </Text>
      )}
      <ActionLink href={`${origin}/admin/waitlist`}>Open the waitlist</ActionLink>
    </MailLayout>,
  )
}

function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
