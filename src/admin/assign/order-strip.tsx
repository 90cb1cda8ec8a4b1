import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMoney } from '#domain/money.ts'
import { streetLine } from '#domain/postal-address.ts'
import { ShopOrderStatus } from '#src/admin/shop-orders/status.tsx'
import { cardStyle } from '#src/admin/ui/card.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import { TimeLeft } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type AssignmentChoices, assigner } from './queries.ts'

type OrderStripProps = {
  choices: AssignmentChoices
  /** It follows another one: its heading takes the focus, or else the keyboard's place would be lost. */
  follows: boolean
}

/** The order on the desk: all that decides who is to make it. */
export function OrderStrip({ choices: { order, history }, follows }: OrderStripProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (follows) heading.current?.focus({ preventScroll: true })
  }, [follows])
  const { id, reference, customerName, recipientName, bouquet, totalCents } = order
  return (
    <section aria-labelledby="on-desk" className={`${cardStyle} py-4 md:py-4`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2
          id="on-desk"
          ref={heading}
          tabIndex={-1}
          className="flex flex-wrap items-center gap-x-2.5 font-text text-[1.0625rem] font-semibold tracking-normal focus-visible:outline-none"
        >
          <Link className="link min-h-6 tabular-nums" to="/admin/orders/$id" params={{ id }}>
            {reference}
          </Link>
          {order.isSample && <StatusBadge status="sample" />}
          {order.paymentStatus !== 'paid' && <Tag className="">Unpaid</Tag>}
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-2.5 [&>span:first-child]:text-[1.0625rem]">
          <TimeLeft {...order} />
          <span>
            <span className="text-muted">Promised by </span>
            <When at={order.promisedBy} zone={order.timeZone} />
          </span>
        </p>
      </div>
      <dl className="mt-2.5 grid gap-x-6 gap-y-2 sm:grid-cols-6 xl:grid-cols-12">
        <Line term="Bouquet" className="sm:col-span-2 xl:col-span-3">
          <span className="font-semibold">{bouquet}</span>
          <span className="tabular-nums text-muted">{` ${formatMoney(totalCents)}`}</span>
        </Line>
        <Line term="Recipient" className="sm:col-span-2 xl:col-span-5">
          <span className="font-semibold">{recipientName ?? customerName}</span>
          {recipientName && (
            <span
              className="text-muted xl:block xl:truncate"
              title={customerName}
            >{` from ${customerName}`}</span>
          )}
        </Line>
        <Line term="Deliver to" className="sm:col-span-2 xl:col-span-4">
          <span>{`${streetLine(order.address, order.unit)}, `}</span>
          <span>{`${order.city} `}</span>
          <b className="font-semibold tabular-nums">{order.zip}</b>
        </Line>
        {order.deliveryInstructions && (
          <Line term="Delivery instructions" className="sm:col-span-3 xl:col-span-6">
            <span className="rounded-sm bg-butter-tint px-1 font-medium whitespace-pre-line">
              {order.deliveryInstructions}
            </span>
          </Line>
        )}
        {order.apologyNote && (
          <Line term="Card message" className="sm:col-span-3 xl:col-span-6">
            <q className="xl:block xl:text-small xl:leading-snug">{order.apologyNote}</q>
          </Line>
        )}
      </dl>
      <Asked history={history} />
    </section>
  )
}

type LineProps = { term: string; className: string; children: ReactNode }

function Line({ term, className, children }: LineProps) {
  return (
    <div className={`min-w-0 wrap-anywhere ${className}`}>
      <dt className="text-label text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Who was asked already and what they said, newest first; nothing if nobody was. */
function Asked({ history }: Pick<AssignmentChoices, 'history'>) {
  const before = history.filter(({ live }) => !live)
  if (before.length === 0) return null
  return (
    <section aria-labelledby="asked" className="mt-3 border-t border-line pt-2.5 xl:leading-[1.9]">
      <h3
        id="asked"
        className="font-text text-label font-medium tracking-normal text-muted xl:mr-3 xl:inline"
      >
        Previously assigned
      </h3>
      <ol className="mt-1 flex flex-col gap-1 text-small xl:contents">
        {before.map((earlier) => (
          <li
            key={earlier.shopOrderId}
            className="flex flex-wrap items-center gap-x-2 gap-y-0.5 wrap-anywhere xl:mr-2 xl:inline xl:text-small xl:*:mr-2"
          >
            <Link className="link" to="/admin/shop-orders/$id" params={{ id: earlier.shopOrderId }}>
              {earlier.shop}
            </Link>
            {earlier.answeredBy === 'system' && earlier.withdrawnAt === null ? (
              <StatusBadge status="rejected">No answer</StatusBadge>
            ) : (
              <ShopOrderStatus {...earlier} />
            )}
            {earlier.reason && <q>{earlier.reason}</q>}
            {/* At the desk the shop's own row has when it answered. */}
            <span className="text-muted xl:hidden">
              <span>{`assigned by ${assigner(earlier.assignedBy)}, `}</span>
              <When at={earlier.assignedAt} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
