import { Heading, Text } from '@react-email/components'
import { FooterLine, MailLayout } from '#api/platform/mail/layout.tsx'
import { Bouquet } from '#api/platform/mail/order-parts.tsx'
import { Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import type { WaitlistEntry } from '#api/waitlist/queries.ts'
import { publicImage } from '#domain/catalogue.ts'

type WaitlistNotice = {
  entry: WaitlistEntry
  /** The paused market that serves the ZIP code. */
  market?: string | undefined
  productTitle?: string | undefined
  address?: string | undefined
}

/** To the owner, for each person who joins the waitlist. */
export function waitlistNotice(notice: WaitlistNotice, origin: string): Promise<Rendered> {
  const { entry, market, productTitle, address } = notice
  return renderMail(
    `Waitlist: ${entry.city}, ${entry.state} ${entry.zipCode}`,
    <MailLayout
      preview={`${entry.email} is waiting for us.`}
      origin={origin}
      footer={<FooterLine>This notice goes to the people who run the shop.</FooterLine>}
    >
      <Heading as="h1" style={headingStyle}>
        Somebody is waiting.
      </Heading>
      <Text style={paragraphStyle}>
        {market ? `They want to hear when ${market} takes orders again.` : unservedText(productTitle)}
      </Text>
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
    </MailLayout>,
  )
}

function unservedText(productTitle: string | undefined): string {
  return productTitle
    ? 'They had a bouquet in hand when we told them we do not deliver there.'
    : 'They asked about a ZIP code we do not serve yet.'
}
