import type { ReactNode } from 'react'
import { addCardAddress } from '#api/orders/manage-link.ts'
import {
  Amounts,
  addressText,
  buyerAction,
  type Managed,
  type OrderMail,
  promiseInSubject,
  promiseText,
  renderOrderMail,
  type Sent,
} from '#api/platform/mail/order-parts.tsx'
import { NoteCard, Paragraph, TextLink } from '#api/platform/mail/parts.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'
import { PREFERENCE_LABELS } from '#domain/order/substitution-messages.ts'
import { PRESET_PREFERENCE, type SubstitutionPreference } from '#domain/order/substitution-preference.ts'

type ConfirmationMail = OrderMail & Sent & Managed & { mayChange: boolean }

/**
 * To the buyer, once the order is paid.
 * @param origin of the shop, for pictures and links
 */
export function orderConfirmation(mail: ConfirmationMail, origin: string): Promise<Rendered> {
  const { order, item, sentAt, manageUrl } = mail
  return renderOrderMail(
    mail,
    {
      subject: `Order confirmed: flowers by ${promiseInSubject(order, sentAt)} (${order.orderReference})`,
      preview: `To ${order.deliveryCity}, ${order.deliveryState}: ${item.title}. We take it from here.`,
      heading: 'Thank you. That was the hard part.',
      origin,
      action: buyerAction(mail, origin),
      facts: [
        ['Promised by', promiseText(order)],
        ['Recipient', order.recipientName],
        ['Recipient’s phone', order.recipientPhone],
        ['Deliver to', addressText(order)],
        ['Delivery instructions', order.deliveryInstructions],
        ['Apology note', noteFact(mail)],
        ['If a flower is missing', wishText(order.substitutionPreference)],
      ],
      more: (
        <>
          <Paragraph>
            Something to change? Until a florist accepts, you can change the apology note, the recipient, the
            instructions or the address, or cancel for a full refund. The button above is the one to share.
            This link is yours alone, because whoever has it can do the same:
          </Paragraph>
          <Paragraph>
            <TextLink href={manageUrl}>View or change your order</TextLink>
          </Paragraph>
          <Amounts {...mail} />
        </>
      ),
    },
    <Paragraph>
      Your payment went through and your order is confirmed. A florist in {order.deliveryCity} makes the
      bouquet and gets it there. You work on what to say at the door.
    </Paragraph>,
  )
}

/** Null: the buyer left it as it was, and does not have to read of it. */
function wishText(preference: SubstitutionPreference): string | null {
  return preference === PRESET_PREFERENCE ? null : PREFERENCE_LABELS[preference]
}

/** The card; where there is none, the way to write it while nobody makes the bouquet. */
function noteFact({ order, manageUrl, mayChange }: ConfirmationMail): ReactNode {
  if (order.apologyNote) return <NoteCard note={order.apologyNote} />
  return mayChange && <TextLink href={addCardAddress(manageUrl)}>Add a card</TextLink>
}
