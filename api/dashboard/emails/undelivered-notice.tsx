import { drawing, OwnerFooter } from '#api/platform/mail/layout.tsx'
import { Facts, Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import type { Contacted } from '#api/platform/outbox/contacts.ts'

/**
 * To the owner, when an email did not reach a buyer or a florist: whom to call instead.
 * @param origin of the shop, for links
 */
export function undeliveredNotice(message: Contacted, origin: string): Promise<Rendered> {
  const { kind, recipient, name, phone, reason, reference, orderId } = message
  const isFlorist = kind.startsWith('florist-')
  const who = isFlorist ? 'florist' : 'buyer'
  return renderMail(
    {
      subject: `Email to the ${who} of ${reference} did not arrive`,
      preview: phone ? `Call ${name ?? recipient}: ${phone}` : `It was sent to ${recipient}.`,
      heading: isFlorist ? 'The florist may not know.' : 'The buyer may not know.',
      origin,
      picture: drawing('words', origin),
      action: { label: 'Open the order', href: `${origin}/admin/orders/${orderId}` },
      details: (
        <Facts
          facts={[
            [isFlorist ? 'Florist' : 'Buyer', name],
            ['Phone', phone && <PhoneLink key="phone" phone={phone} />],
            ['Email', recipient],
            ['Order', reference],
            ['Message', kind.replaceAll('-', ' ')],
            ['Reason', reason],
          ]}
        />
      ),
      footer: <OwnerFooter />,
    },
    <Paragraph>
      An email about order <Reference>{reference}</Reference> did not reach {name ?? `its ${who}`}.{' '}
      {adviceFor(message)}
    </Paragraph>,
  )
}

function adviceFor({ kind, delivery }: Contacted): string {
  if (kind === 'florist-order' || kind === 'florist-reopened') {
    return 'Please call them, so that the flowers get made.'
  }
  if (kind.startsWith('florist-')) return 'Please call them, so that they don’t make the flowers.'
  const cause = delivery === 'bounced' ? 'The address may be misspelled. ' : ''
  return `${cause}Please call them if there is something they need to know. You get this notice once for the buyer of an order, even if more emails don’t arrive.`
}
