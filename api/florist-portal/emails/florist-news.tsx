import type { ReactNode } from 'react'
import { type OrderMail, promiseText, type Sent } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, type Fact, Facts, Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { formatDeadline } from '#domain/dates.ts'
import { type FloristPart, listOfParts } from '#domain/order/changes.ts'
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
  /** Absent: there is nothing to look at any more. */
  page?: { link: string; facts: readonly Fact[] }
}

function floristNews({ text, call, page, ...frame }: News, origin: string): Promise<Rendered> {
  return renderMail(
    { ...frame, origin },
    <>
      <Paragraph>{text}</Paragraph>
      {page && <ActionLink href={page.link}>Open the order</ActionLink>}
      {page && <Facts facts={page.facts} />}
      <Paragraph>
        {`${call} `}
        <PhoneLink phone={SITE.supportPhone} />.
      </Paragraph>
    </>,
  )
}

const STOPPED = {
  preview: `Made already, or on its way? Call ${SITE.supportPhone}.`,
  heading: 'Please don’t make this one.',
  call: 'If it’s made already, or on its way, call us right away at',
}

/** The order was cancelled. */
export function floristCancelled({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  const subject = `Order ${order.orderReference} was cancelled: please don’t make it`
  const text = (
    <>
      Order <Reference>{order.orderReference}</Reference>, {item.title}, was cancelled. Please don’t make or
      deliver it.
    </>
  )
  return floristNews({ ...STOPPED, subject, text }, origin)
}

/** The order was taken back. */
export function floristWithdrawn({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  const subject = `Order ${order.orderReference} was withdrawn: please don’t make it`
  const text = (
    <>
      We withdrew order <Reference>{order.orderReference}</Reference>, {item.title}, from your shop. The link
      you had no longer works.
    </>
  )
  return floristNews({ ...STOPPED, subject, text }, origin)
}

type FloristUnanswered = OrderMail &
  Sent & {
    /** Until when there was no answer (ISO instant). */
    unansweredBy: string
  }

/** There was no answer in time. */
export function floristUnanswered(mail: FloristUnanswered, origin: string): Promise<Rendered> {
  const { order, item, unansweredBy, sentAt } = mail
  // As the page behind the link: nobody else has it, and a late yes counts.
  const isTaken = order.assignmentStatus === 'assigned'
  const deadline = formatDeadline(new Date(unansweredBy), order.timeZone, sentAt)
  return floristNews(
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
            : 'No other florist has it yet: if you can still make it, open the link in our first email and accept it. Please don’t make it without that.'}
        </>
      ),
      call: 'If it’s made already, call us right away at',
    },
    origin,
  )
}

/** An order whose cancellation the florist got was reopened. */
export function floristReopened({ order, item }: OrderMail, link: string, origin: string): Promise<Rendered> {
  const promised = promiseText(order)
  return floristNews(
    {
      subject: `Order ${order.orderReference} is back on: please make it`,
      preview: `Deliver by ${promised}. Please say whether you still can.`,
      heading: 'This order is back on.',
      text: (
        <>
          Order <Reference>{order.orderReference}</Reference>, {item.title}, was cancelled earlier. It is
          needed after all. Please open it and tell us whether you can still make it.
        </>
      ),
      page: { link, facts: deliverBy({ order, item }) },
      call: 'Not sure? Call us at',
    },
    origin,
  )
}

/** The buyer of an order that the florist has agreed to wait. */
export function floristNewTime({ order, item }: OrderMail, link: string, origin: string): Promise<Rendered> {
  const promised = promiseText(order)
  return floristNews(
    {
      subject: `The sender waits: deliver order ${order.orderReference} by ${promised}`,
      preview: 'The new time is agreed. Please keep it.',
      heading: 'The sender waits.',
      text: (
        <>
          The sender of order <Reference>{order.orderReference}</Reference>, {item.title}, agreed to wait. We
          promised the flowers by {promised} now. Please deliver them by then.
        </>
      ),
      page: { link, facts: deliverBy({ order, item }) },
      call: 'Can’t make it? Call us at',
    },
    origin,
  )
}

function deliverBy({ order, item }: OrderMail): readonly Fact[] {
  return [
    ['Order', order.orderReference],
    ['Bouquet', item.title],
    ['Deliver by', promiseText(order)],
  ]
}

type FloristChanged = OrderMail & {
  /** The parts that are different. */
  parts: readonly FloristPart[]
}

/** An order that was not accepted yet was changed. What it says now is shown only on the page behind the link. */
export function floristChanged(
  { order, item, parts }: FloristChanged,
  link: string,
  origin: string,
): Promise<Rendered> {
  const what = listOfParts(parts)
  return floristNews(
    {
      subject: `Order ${order.orderReference} has changed: ${what.toLowerCase()}`,
      preview: 'Open the order to see the latest.',
      heading: 'This order has changed.',
      text: (
        <>
          The sender changed order <Reference>{order.orderReference}</Reference>, {item.title}, which we asked
          you to make. Open it to see the latest. If you printed it, print it again.
        </>
      ),
      page: {
        link,
        facts: [
          ['Changed', what],
          ['Deliver by', promiseText(order)],
          ['Area', `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`],
        ],
      },
      call: 'Is that a problem? Call us at',
    },
    origin,
  )
}
