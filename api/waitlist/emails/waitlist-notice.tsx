import { OwnerFooter } from '#api/platform/mail/layout.tsx'
import { Bouquet } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import type { WaitlistEntry } from '#api/waitlist/queries.ts'
import { publicImage } from '#domain/catalogue.ts'

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
      footer: <OwnerFooter />,
    },
    <>
      <Paragraph>{waitsFor}</Paragraph>
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
      {productTitle && (
        <Bouquet
          title={productTitle}
          src={publicImage({ title: productTitle, imageUrl: null }, origin)}
          width={200}
        />
      )}
    </>,
  )
}

function unservedText(productTitle: string | undefined): string {
  return productTitle
    ? 'They had picked a bouquet when we told them we don’t deliver there.'
    : 'They asked about a ZIP code we don’t serve yet.'
}
