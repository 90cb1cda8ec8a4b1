import { useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { disputeReasonText, disputeWords } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { FLAGS, type FlagLabel, type OrderFlag } from '#domain/order/causes.ts'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Banner } from '#src/admin/ui/banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { type OrderDetail, orderChanged, resolveFlag } from './queries.ts'

/** `Ask the buyer`, and the dialog behind it. */
export function AskButton({ order, look }: { order: OrderDetail; look: 'action' | 'quiet' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="button" look={look} onClick={() => setOpen(true)}>
        Ask the buyer
      </Button>
      <LazyPart load={LAZY_PARTS.askBuyer} props={{ open, onOpenChange: setOpen, order }} />
    </>
  )
}

/** What a flag asks for: of a dispute, by where it stands. */
export function flagLabel(kind: OrderFlag, { disputes }: Pick<OrderDetail, 'disputes'>): FlagLabel {
  const { label } = FLAGS[kind]
  return kind === 'disputed' ? { ...label, ...disputeWords(disputes) } : label
}

/** The facts behind a flag: of a dispute what the customer says, where the flag itself has only the provider's word for it. */
export function flagDetails(
  { kind, detail }: Pick<OrderDetail['flags'][number], 'kind' | 'detail'>,
  { disputes }: Pick<OrderDetail, 'disputes'>,
): string[] {
  if (kind === 'disputed') {
    const lines = disputes.map(
      ({ reason, amountCents }) => `${disputeReasonText(reason)}: ${formatMoney(amountCents)}`,
    )
    return [...new Set(lines)]
  }
  return detail === null ? [] : [detail]
}

/** The flags that a person has to look at, without that of the situation. */
export function Flags({ order }: { order: OrderDetail }) {
  return order.flags
    .filter(({ kind, resolvedAt }) => resolvedAt === null && kind !== order.situation.flag)
    .map((flag) => {
      const { title, todo } = flagLabel(flag.kind, order)
      const details = flagDetails(flag, order)
      return (
        <Banner key={flag.id} tone="butter" aria-label={title}>
          <CircleAlert aria-hidden />
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="font-text text-base tracking-normal">{title}</h2>
            {details.map((detail) => (
              <p key={detail}>{`${detail}.`}</p>
            ))}
            <p>{todo}</p>
          </div>
          <SettleButton id={order.id} flagId={flag.id} />
        </Banner>
      )
    })
}

/** Somebody has looked at a flag, and nothing is left to be done about it. */
export function SettleButton({ id, flagId }: { id: string; flagId: string }) {
  const cache = useQueryClient()
  const settle = async () => {
    await resolveFlag(id, flagId)
    notify.success('Marked as settled')
    await orderChanged(cache)
  }
  return (
    <ActionButton look="quiet" run={settle} failure="Failed to update order">
      Mark as settled
    </ActionButton>
  )
}
