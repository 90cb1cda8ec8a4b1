import type { ReactNode } from 'react'
import { type Action, CALL_US, drawing } from '#api/platform/mail/layout.tsx'
import { type OrderMail, promiseText, renderOrderMail, type Sent } from '#api/platform/mail/order-parts.tsx'
import { type Fact, Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { formatOrderTimeFrom } from '#domain/dates.ts'
import { type FloristPart, listOfParts } from '#domain/order/changes.ts'
import type { Substitution } from '#domain/order/state.ts'
import { exchange } from '#domain/order/substitution-messages.ts'
import { SITE } from '#domain/site.ts'

// To a florist who was asked to make an order, about what became of it. `link`: to the order, for this shop only. `origin`: of
// the shop, for links.

type News = {
  subject: string
  preview: string
  heading: string
  text: ReactNode
  /** The reason to call us, before our number. */
  call: string
}

const opens = (link: string): Action => ({ label: 'Open the order', href: link })

function Call({ why }: { why: string }) {
  return (
    <Paragraph>
      {`${why} at `}
      <PhoneLink phone={SITE.supportPhone} />.
    </Paragraph>
  )
}

/** About an order that the florist has to do. */
function floristNews(
  mail: OrderMail,
  link: string,
  { text, call, facts, ...frame }: News & { facts: readonly Fact[]; origin: string },
): Promise<Rendered> {
  const page = { ...frame, action: opens(link), facts, more: <Call why={call} /> }
  return renderOrderMail(mail, page, <Paragraph>{text}</Paragraph>)
}

/** About an order that the florist does not have any more. */
function floristStopped(
  { text, call, ...frame }: News,
  origin: string,
  action: Action = CALL_US,
): Promise<Rendered> {
  return renderMail(
    { ...frame, origin, picture: drawing('apologies', origin), action },
    <>
      <Paragraph>{text}</Paragraph>
      {/* The number stands on the button otherwise. */}
      {action === CALL_US ? <Paragraph>{call}.</Paragraph> : <Call why={call} />}
    </>,
  )
}

type Stopped = Pick<OrderMail, 'order' | 'item'>

const STOPPED = {
  preview: `Made already, or on its way? Call ${SITE.supportPhone}.`,
  heading: 'Please don’t make this one.',
  call: 'If it’s made already, or on its way, call us right away',
}

/** The order was cancelled. */
export function floristCancelled({ order, item }: Stopped, origin: string): Promise<Rendered> {
  const subject = `Order ${order.orderReference} was cancelled: please don’t make it`
  const text = (
    <>
      Order <Reference>{order.orderReference}</Reference>, {item.title}, was cancelled. Please don’t make or
      deliver it.
    </>
  )
  return floristStopped({ ...STOPPED, subject, text }, origin)
}

/** The order was taken back. */
export function floristWithdrawn({ order, item }: Stopped, origin: string): Promise<Rendered> {
  const subject = `Order ${order.orderReference} was withdrawn: please don’t make it`
  const text = (
    <>
      We withdrew order <Reference>{order.orderReference}</Reference>, {item.title}, from your shop. The link
      you had no longer works.
    </>
  )
  return floristStopped({ ...STOPPED, subject, text }, origin)
}

type FloristUnanswered = Stopped &
  Sent & {
    /** Until when there was no answer (ISO instant). */
    unansweredBy: string
    /** To the order, with which it can still be accepted; null: it cannot. */
    link: string | null
  }

/** There was no answer in time. */
export function floristUnanswered(mail: FloristUnanswered, origin: string): Promise<Rendered> {
  const { order, item, unansweredBy, sentAt, link } = mail
  // As the page behind the link: nobody else has it, and a late yes counts.
  const isTaken = order.assignmentStatus === 'assigned'
  const deadline = formatOrderTimeFrom(unansweredBy, order.timeZone, sentAt)
  return floristStopped(
    {
      subject: isTaken
        ? `Order ${order.orderReference} went to another florist: please don’t make it`
        : `Order ${order.orderReference}: we had no answer. Can you still make it?`,
      preview: `We had no answer by ${deadline}.`,
      heading: isTaken ? 'We’ve asked someone else.' : 'Can you still make this one?',
      text: (
        <>
          We had no answer from you about order <Reference>{order.orderReference}</Reference>, {item.title},
          by {deadline}.{' '}
          {isTaken
            ? 'Another florist has it now, and there’s nothing left for you to do.'
            : 'No other florist has it yet: if you can still make it, open it and accept it. Please don’t make it without that.'}
        </>
      ),
      call: 'If it’s made already, call us right away',
    },
    origin,
    isTaken || link === null ? CALL_US : opens(link),
  )
}

/** An order whose cancellation the florist got was reopened. */
export function floristReopened(mail: OrderMail, link: string, origin: string): Promise<Rendered> {
  const { order, item } = mail
  const promised = promiseText(order)
  return floristNews(mail, link, {
    origin,
    subject: `Order ${order.orderReference} is back on: please make it`,
    preview: `Promised by ${promised}. Please say whether you still can.`,
    heading: 'This order is back on.',
    text: (
      <>
        Order <Reference>{order.orderReference}</Reference>, {item.title}, was cancelled earlier. It is needed
        after all. Please open it and tell us whether you can still make it.
      </>
    ),
    facts: [['Promised by', promised]],
    call: 'Not sure? Call us',
  })
}

/** The buyer of an order that the florist has agreed to wait. */
export function floristNewTime(mail: OrderMail, link: string, origin: string): Promise<Rendered> {
  const { order, item } = mail
  const promised = promiseText(order)
  return floristNews(mail, link, {
    origin,
    subject: `The sender waits: deliver order ${order.orderReference} by ${promised}`,
    preview: 'The new time is agreed. Please keep it.',
    heading: 'The sender waits.',
    text: (
      <>
        The sender of order <Reference>{order.orderReference}</Reference>, {item.title}, agreed to wait. We
        promised the flowers by {promised} now. Please deliver them by then.
      </>
    ),
    facts: [['Promised by', promised]],
    call: 'Can’t make it? Call us',
  })
}

type FloristSubstitution = OrderMail & {
  substitution: Pick<Substitution, 'missing' | 'instead' | 'outcome'>
}

/** The sender said yes to other flowers, or nothing in time. */
export function floristSubstitution(
  { substitution, ...mail }: FloristSubstitution,
  link: string,
  origin: string,
): Promise<Rendered> {
  const { order, item } = mail
  const agreed = substitution.outcome === 'agreed'
  return floristNews(mail, link, {
    origin,
    subject: `${agreed ? 'The sender said yes' : 'No answer from the sender'}: go ahead with order ${order.orderReference}`,
    preview: `Please make it with ${exchange(substitution)}.`,
    heading: agreed ? 'They said yes. Go ahead.' : 'No answer. Go ahead.',
    text: (
      <>
        {agreed ? 'The sender said yes to the other flowers' : 'The sender did not answer in time'} for order{' '}
        <Reference>{order.orderReference}</Reference>, {item.title}. Please make it with{' '}
        {exchange(substitution)}.
      </>
    ),
    facts: [
      ['Missing', substitution.missing],
      ['Instead', substitution.instead],
      ['Promised by', promiseText(order)],
    ],
    call: 'Can’t make it? Call us',
  })
}

type FloristChanged = OrderMail & {
  /** The parts that are different. */
  parts: readonly FloristPart[]
}

/** An order that was not accepted yet was changed. What it says now is shown only on the page behind the link. */
export function floristChanged(
  { parts, ...mail }: FloristChanged,
  link: string,
  origin: string,
): Promise<Rendered> {
  const { order, item } = mail
  const what = listOfParts(parts)
  return floristNews(mail, link, {
    origin,
    subject: `Order ${order.orderReference} has changed: ${what.toLowerCase()}`,
    preview: 'Open the order to see the latest.',
    heading: 'This order has changed.',
    text: (
      <>
        The sender changed order <Reference>{order.orderReference}</Reference>, {item.title}, which we asked
        you to make. Open it to see the latest. If you printed it, print it again.
      </>
    ),
    facts: [
      ['Changed', what],
      ['Promised by', promiseText(order)],
      ['Area', `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`],
    ],
    call: 'Is that a problem? Call us',
  })
}
