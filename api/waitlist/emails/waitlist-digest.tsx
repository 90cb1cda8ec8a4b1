import { OwnerFooter } from '#api/platform/mail/layout.tsx'
import { ActionLink, Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
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
    {
      subject: `Waitlist: ${peopleText(people)} joined within an hour`,
      preview: `By ZIP code: ${shown.map(({ zipCode, count }) => `${zipCode} (${count})`).join(', ')}`,
      heading: people === 1 ? 'One more is waiting.' : 'A crowd is waiting.',
      origin,
      footer: <OwnerFooter />,
    },
    <>
      <Paragraph>
        {peopleText(people)} joined within an hour. When many join on one day, you get one email an hour
        instead of one for each.
      </Paragraph>
      <Facts
        facts={shown.map(({ zipCode, city, state, count }) => [
          `${zipCode} ${city}, ${state}`,
          peopleText(count),
        ])}
      />
      {more > 0 && (
        <Paragraph>
          {more === 1 ? 'One more ZIP code is' : `${more} more ZIP codes are`} on the list.
        </Paragraph>
      )}
      <ActionLink href={`${origin}/admin/waitlist`}>Open the waitlist</ActionLink>
    </>,
  )
}

function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
