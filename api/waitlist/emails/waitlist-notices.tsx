import { drawing, OwnerFooter } from '#api/platform/mail/layout.tsx'
import { bouquetPicture } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import type { JoinedByZip, WaitlistEntry } from '#api/waitlist/queries.ts'

type WaitlistNotice = {
  entry: WaitlistEntry
  /** The market that serves the ZIP code and takes no orders. */
  market?: string | undefined
  productTitle?: string | undefined
  address?: string | undefined
}

/** To the owner, for each person who joins the waitlist. */
export function waitlistNotice(notice: WaitlistNotice, origin: string): Promise<Rendered> {
  const { entry, market, productTitle, address } = notice
  const waitsFor = market
    ? `They want to hear when ${market} takes orders again.`
    : unservedText(productTitle)
  return renderMail(
    {
      subject: `New on the waitlist: ${entry.city}, ${entry.state} ${entry.zipCode}`,
      preview: waitsFor,
      heading: 'Someone is waiting.',
      origin,
      picture: productTitle
        ? bouquetPicture({ title: productTitle, imageUrl: null }, origin)
        : drawing('anniversaries', origin),
      action: { label: 'Open the waitlist entry', href: `${origin}/admin/waitlist/${entry.id}` },
      details: (
        <Facts
          facts={[
            ['Email', entry.email],
            ['City', entry.city],
            ['State', entry.state],
            ['ZIP code', entry.zipCode],
            ['Bouquet they wanted', productTitle],
            ['Street address', address],
            ['Their story', entry.story],
          ]}
        />
      ),
      footer: <OwnerFooter />,
    },
    <Paragraph>{waitsFor}</Paragraph>,
  )
}

function unservedText(productTitle: string | undefined): string {
  return productTitle
    ? 'They had picked a bouquet when we told them we don’t deliver there.'
    : 'They asked about a ZIP code we don’t serve yet.'
}

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
      picture: drawing('anniversaries', origin),
      action: { label: 'Open the waitlist', href: `${origin}/admin/waitlist` },
      details: (
        <>
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
        </>
      ),
      footer: <OwnerFooter />,
    },
    <Paragraph>
      {peopleText(people)} joined within an hour. When many join on one day, you get one email an hour instead
      of one for each.
    </Paragraph>,
  )
}

function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
