import { drawing, OwnerFooter } from '#api/platform/mail/layout.tsx'
import { bouquetPicture } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import type { WaitlistEntry } from '#api/waitlist/queries.ts'

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
    <>
      <Paragraph>{waitsFor}</Paragraph>
      <Paragraph>
        When many people join on one day, we email you about the first few. Everyone is on the waitlist.
      </Paragraph>
    </>,
  )
}

function unservedText(productTitle: string | undefined): string {
  return productTitle
    ? 'They had picked a bouquet when we told them we don’t deliver there.'
    : 'They asked about a ZIP code we don’t serve yet.'
}
