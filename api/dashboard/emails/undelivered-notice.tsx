import { Heading, Link, Text } from '@react-email/components'
import { FooterLine, MailLayout } from '#api/platform/mail/layout.tsx'
import {
  ActionLink,
  Facts,
  factStyle,
  headingStyle,
  labelStyle,
  linkStyle,
  paragraphStyle,
} from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import type { Contacted } from '#api/platform/outbox/contacts.ts'

/**
 * To the owner, when an e-mail did not reach a buyer or a florist: whom to call instead.
 * @param origin of the shop, for links
 */
export function undeliveredNotice(message: Contacted, origin: string): Promise<Rendered> {
  const { kind, recipient, name, phone, reason, reference, orderId } = message
  const isFlorist = kind.startsWith('florist-')
  const who = isFlorist ? 'florist' : 'buyer'
  return renderMail(
    `E-mail to the ${who} of ${reference} did not arrive`,
    <MailLayout
      preview={phone ? `Call ${name ?? recipient}: ${phone}` : `It was sent to ${recipient}.`}
      origin={origin}
      footer={<FooterLine>This notice goes to the people who run the shop.</FooterLine>}
    >
      <Heading as="h1" style={headingStyle}>
        {isFlorist ? 'The florist may not know.' : 'The buyer may not know.'}
      </Heading>
      <Text style={paragraphStyle}>
        An e-mail about order {reference} did not reach {name ?? `its ${who}`}. {adviceFor(message)}
      </Text>
      <Text style={factStyle}>
        <span style={labelStyle}>{isFlorist ? 'Florist' : 'Buyer'}</span>
        <br />
        {name && (
          <>
            {name}
            <br />
          </>
        )}
        {phone && (
          <>
            <Link href={`tel:${phone.replace(/[^\d+]/g, '')}`} style={linkStyle}>
              {phone}
            </Link>
            <br />
          </>
        )}
        {recipient}
      </Text>
      <Facts
        facts={[
          ['Order', reference],
          ['E-mail', kind.replaceAll('-', ' ')],
          ['Reason', reason],
        ]}
      />
      <ActionLink href={`${origin}/admin/orders/${orderId}`}>Open the order</ActionLink>
    </MailLayout>,
  )
}

function adviceFor({ kind, delivery }: Contacted): string {
  if (kind === 'florist-order' || kind === 'florist-reopened') {
    return 'Please call them, so that the flowers are made.'
  }
  if (kind.startsWith('florist-')) return 'Please call them, so that they do not make the flowers.'
  const cause = delivery === 'bounced' ? 'The address may be misspelt. ' : ''
  return `${cause}Please call them if there is something they have to know. We tell you once about the buyer of an order, whatever else does not arrive.`
}
