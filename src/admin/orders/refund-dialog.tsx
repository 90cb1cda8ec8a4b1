import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type RefundRequestInput, refundRequest } from '#api/refunds/schema.ts'
import { formatMoney } from '#domain/money.ts'
import { FormCheck, FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { type OrderDetail, orderChanged, type Refund, refundOrder } from './queries.ts'
import { RefundAmount } from './refund-amount.tsx'
import { RefundShare } from './refund-share.tsx'

/** `Refund` and the dialog behind it: all or part, why, and what becomes of the shop's share. */
export function RefundButton({ order }: { order: OrderDetail }) {
  const [open, setOpen] = useState(false)
  const owed = order.flags.some(({ kind, resolvedAt }) => kind === 'needs_refund' && resolvedAt === null)
  return (
    <>
      <Button type="button" look={owed ? 'action' : 'quiet'} onClick={() => setOpen(true)}>
        Refund
      </Button>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="veil" />
          <Dialog.Popup className="popup">
            <Dialog.Title className="popup-title">Refund {order.reference}</Dialog.Title>
            <Dialog.Description className="popup-words">
              {order.customerName} paid {formatMoney(order.totalCents)}
              {order.refundedCents > 0 && ` and has ${formatMoney(order.refundedCents)} back`}.
              {!order.isSample && ' They get an e-mail once the money is on its way back.'}
            </Dialog.Description>
            <RefundForm order={order} onDone={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

function RefundForm({ order, onDone }: { order: OrderDetail; onDone: () => void }) {
  const cache = useQueryClient()
  // As the order was when the dialog opened; its key makes two clicks one refund.
  const [asked] = useState(() => ({ order, start: startOf(order) }))
  const { allowed, shopOrders } = asked.order
  const live = shopOrders.find((shopOrder) => shopOrder.live)
  return (
    <SmallForm<RefundRequestInput, ReturnType<typeof refundRequest.parse>>
      label="Refund"
      schema={refundRequest}
      start={asked.start}
      send={async (request) => {
        try {
          tell(await refundOrder(order.id, request))
          onDone()
        } finally {
          await orderChanged(cache)
        }
      }}
      submit="Refund"
      failure="Failed to refund this order. Press again to be sure: it will not be refunded twice."
      aside={<Dialog.Close render={<Button type="button" look="quiet" />}>Cancel</Dialog.Close>}
    >
      <RefundAmount mostCents={allowed.refundCents} />
      <FormText scope="refund" name="reason" label="Reason" required autoComplete="off" maxLength={510} />
      {live && <RefundShare shopOrder={live} totalCents={asked.order.totalCents} />}
      {allowed.refundNeedsOverride && (
        <FormCheck
          name="override"
          label="Refund it although the flowers went out"
          hint="Completed orders are not refunded, as the FAQ says. This is an exception."
        />
      )}
    </SmallForm>
  )
}

function startOf({ allowed, shopOrders }: OrderDetail): RefundRequestInput {
  const live = shopOrders.find((shopOrder) => shopOrder.live)
  return {
    key: crypto.randomUUID(),
    amountCents: allowed.refundCents,
    reason: '',
    override: false,
    share: live ? { shopOrderId: live.id, correctionCents: 0, reason: 'Stays as it is' } : null,
  }
}

function tell({ status, amountCents }: Refund): void {
  const amount = formatMoney(amountCents)
  if (status === 'succeeded') notify.success(`${amount} refunded successfully`)
  else if (status === 'pending') notify.success(`The refund of ${amount} is on its way`)
  else notify.error(`The refund of ${amount} failed. Why, is said under Refunds.`)
}
