import { Img } from '@react-email/components'
import { CALL_US, drawing } from '#api/platform/mail/layout.tsx'
import {
  buyerAction,
  deliveredSubject,
  type Managed,
  type OrderMail,
  promiseText,
  type RefundableMail,
  renderOrderMail,
  type Sent,
} from '#api/platform/mail/order-parts.tsx'
import { Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { formatOrderTime } from '#domain/dates.ts'
import { attemptSentences, type ToldAttempt } from '#domain/delivery-attempts.ts'
import { formatMoney } from '#domain/money.ts'
import { isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import { exchange, missingFlowers } from '#domain/order/substitution-messages.ts'
import { PHOTO_DAYS_SHOWN, PHOTO_NAMES, type PhotoStep } from '#domain/photos.ts'
import { hasRefund, refundSentence, refundSummary } from '#domain/refunds.ts'
import { SITE } from '#domain/site.ts'

// To the buyer, about what became of the order. `origin`: of the shop, for pictures and links.

/** Once a florist has taken the order. */
export function orderAccepted(mail: OrderMail & Managed, origin: string): Promise<Rendered> {
  const { orderReference, deliveryCity } = mail.order
  const promised = promiseText(mail.order)
  return renderOrderMail(
    mail,
    {
      subject: `A florist accepted your order (${orderReference})`,
      preview: `Promised by ${promised}.`,
      heading: 'Someone is on it.',
      origin,
      action: buyerAction(mail, origin),
      facts: [['Promised by', promised]],
    },
    <Paragraph>
      A florist in {deliveryCity} accepted your order. Your bouquet arrives by {promised}. You have until then
      to find the words.
    </Paragraph>,
  )
}

type MailPhoto = { step: PhotoStep; url: string }

/** They are fetched when the email is read: links in it end after a week. */
function Photos({ photos }: { photos: readonly MailPhoto[] }) {
  return (
    <>
      <Paragraph>
        {`From your florist. The ${photos.length === 1 ? 'photo is' : 'photos are'} here for ${PHOTO_DAYS_SHOWN} days.`}
      </Paragraph>
      {photos.map(({ step, url }) => (
        <Img
          key={url}
          src={url}
          alt={`Photo: ${PHOTO_NAMES[step].toLowerCase()}`}
          style={{ width: '100%', height: 'auto', borderRadius: '10px', marginBottom: '16px' }}
        />
      ))}
    </>
  )
}

type Attempted = Sent & {
  /** The outcome at the door; null: nobody said. */
  attempt: ToldAttempt | null
}

/** Once the flowers were delivered. */
export function orderDelivered(
  {
    deliveredAt,
    sentAt,
    attempt,
    photos,
    ...mail
  }: OrderMail & Attempted & { deliveredAt: Date; photos: readonly MailPhoto[] },
  origin: string,
): Promise<Rendered> {
  const { orderReference, deliveryCity, timeZone } = mail.order
  const happened = attempt && attemptSentences(attempt, { timeZone, now: sentAt }).happened
  return renderOrderMail(
    mail,
    {
      subject: `${deliveredSubject(mail.order, deliveredAt, sentAt)} (${orderReference})`,
      preview: `Your flowers arrived in ${deliveryCity}. The rest is yours.`,
      heading: 'Delivered.',
      origin,
      action: { label: 'What to say next', href: `${origin}/learn/apology-playbook` },
      facts: [['Delivered', formatOrderTime(deliveredAt.toISOString(), timeZone)]],
      more: photos.length > 0 && <Photos photos={photos} />,
    },
    <>
      {happened && <Paragraph>{happened}</Paragraph>}
      <Paragraph>
        Your flowers arrived in {deliveryCity}. They have done their part. The rest is yours: short sentences,
        no “but”.
      </Paragraph>
    </>,
  )
}

/** Once for each time that nobody was there. */
export function deliveryMissed(
  { attempt, sentAt, ...mail }: OrderMail & Managed & Sent & { attempt: ToldAttempt },
  origin: string,
): Promise<Rendered> {
  const { orderReference, timeZone } = mail.order
  const { happened, next } = attemptSentences(attempt, { timeZone, now: sentAt })
  return renderOrderMail(
    mail,
    {
      subject: `Nobody was there for your flowers (${orderReference})`,
      preview: next ?? happened,
      heading: 'We knocked. Nobody answered.',
      quiet: 'apologies',
      origin,
      action: attempt.nextStep === 'ask_sender' ? CALL_US : buyerAction(mail, origin),
    },
    <>
      <Paragraph>{happened}</Paragraph>
      {next && (
        <Paragraph>
          <b>{next}</b>
        </Paragraph>
      )}
      {attempt.nextStep !== 'ask_sender' && (
        <Paragraph>
          Is another plan better? Call us: <PhoneLink phone={SITE.supportPhone} />.
        </Paragraph>
      )}
    </>,
  )
}

type OrderCancelled = RefundableMail &
  Managed & {
    /** Cancelled on the buyer’s own page. */
    byBuyer: boolean
    /** Cancelled because flowers were missing; `isAnswer`: the buyer said no to others. */
    substitution?: { missing: string; instead: string; isAnswer: boolean } | undefined
  }

/** Tells the buyer that their paid order was cancelled. */
export function orderCancelled(
  { requestedCents, byBuyer, substitution, ...mail }: OrderCancelled,
  origin: string,
): Promise<Rendered> {
  const refund = refundSummary(mail.order, requestedCents)
  const money = refund && refundSentence(refund)
  return renderOrderMail(
    mail,
    {
      subject: `Your order was cancelled (${mail.order.orderReference})`,
      preview: ['Nothing will be delivered.', money].filter(Boolean).join(' '),
      heading: 'No flowers this time.',
      quiet: 'apologies',
      origin,
      action: buyerAction(mail, origin),
    },
    <>
      <Paragraph>
        {cancelledBecause({ byBuyer, substitution })} Nothing will be delivered. The apology is still a good
        idea.
      </Paragraph>
      {money && <Paragraph>{money}</Paragraph>}
    </>,
  )
}

function cancelledBecause({
  byBuyer,
  substitution,
}: Pick<OrderCancelled, 'byBuyer' | 'substitution'>): string {
  if (byBuyer) return 'You cancelled your order.'
  if (!substitution) return 'We cancelled your order.'
  return substitution.isAnswer
    ? `You said no to ${exchange(substitution)}, so we cancelled your order.`
    : `Your florist is out of ${missingFlowers(substitution)}, and you wanted a refund in that case. We cancelled your order.`
}

type OrderRefunded = OrderMail &
  Managed & {
    /** The amount of this refund alone. */
    amountCents: number
  }

/** For each refund that went through. */
export function orderRefunded({ amountCents, ...mail }: OrderRefunded, origin: string): Promise<Rendered> {
  const { orderReference, refundedCents, totalCents } = mail.order
  const amount = formatMoney(amountCents)
  const part = amountCents < totalCents
  const inTotal = part ? `${formatMoney(refundedCents)} of ${formatMoney(totalCents)}` : null
  return renderOrderMail(
    mail,
    {
      subject: `Refund sent: ${amount} (${orderReference})`,
      preview: 'Banks take five to ten days to show it.',
      heading: `We refunded ${amount}.`,
      quiet: isCancelledOrRefunded(mail.order) ? 'apologies' : undefined,
      origin,
      action: buyerAction(mail, origin),
      facts: [
        ['Refunded', amount],
        ['Refunded in total', inTotal],
      ],
    },
    <Paragraph>
      {part ? 'That is part of your payment.' : 'That is all of your payment.'} It goes back the way you paid.
      Banks take five to ten days to show it. You don’t have to do anything.
    </Paragraph>,
  )
}

const UNREFUNDED = 'We will refund all of it and email you when the refund is sent.'

/** When the payment arrived for an order that had been cancelled: all of it is owed to them. */
export function paidAfterCancellation(
  { order, item, requestedCents, manageUrl }: RefundableMail & Managed,
  origin: string,
): Promise<Rendered> {
  const refund = refundSummary(order, requestedCents)
  const money = refund && hasRefund(refund) ? refundSentence(refund) : UNREFUNDED
  return renderMail(
    {
      subject: `Your payment came after your order was cancelled (${order.orderReference})`,
      preview: `No flowers will be delivered. ${money}`,
      heading: 'A refund, and an apology from us.',
      origin,
      picture: drawing('apologies', origin),
      action: { label: 'View your order', href: manageUrl },
    },
    <>
      <Paragraph>
        Your payment of {formatMoney(order.totalCents)} for {item.title} came after order{' '}
        <Reference>{order.orderReference}</Reference> was cancelled. No flowers will be delivered. {money}
      </Paragraph>
      <Paragraph>You don’t have to do anything. We are sorry. We know how that sounds, from us.</Paragraph>
    </>,
  )
}
