import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { type RefundRequestInput, refundRequest } from '#api/refunds/schema.ts'
import { formatMoney, parseMoney } from '#domain/money.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormCheck, FormText, MoneyField } from '#src/admin/ui/form-fields.tsx'
import { Segments } from '#src/admin/ui/segments.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import { type OrderDetail, orderChanged, type Refund, refundOrder } from './queries.ts'

/** Asks what to refund: all or part, why, and what becomes of the shop's share. */
export function RefundDialog({ order, ...openable }: Openable & { order: OrderDetail }) {
  return (
    <FormDialog
      {...openable}
      title={`Refund ${order.reference}`}
      description={`${order.customerName} paid ${formatMoney(order.totalCents)}${order.refundedCents > 0 ? `, and ${formatMoney(order.refundedCents)} was refunded` : ''}.${!order.isSample ? ' They get an email once the refund is on its way.' : ''}`}
    >
      <RefundForm order={order} onDone={() => openable.onOpenChange(false)} />
    </FormDialog>
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
          notifyRefund(await refundOrder(order.id, request))
          onDone()
        } finally {
          await orderChanged(cache)
        }
      }}
      submit="Refund"
      failure="Failed to refund this order. You can safely try again: it won’t be refunded twice."
      onCancel={onDone}
    >
      {allowed.refundOnlyInFull ? (
        <p>{`The customer’s bank is asking about this payment. Refunding all of it, ${formatMoney(allowed.refundCents)}, settles that.`}</p>
      ) : (
        <RefundAmount mostCents={allowed.refundCents} />
      )}
      <FormText scope="refund" name="reason" label="Reason" required />
      {live && <RefundShare shopOrder={live} totalCents={asked.order.totalCents} />}
      {allowed.refundNeedsOverride && (
        <FormCheck
          name="override"
          label="Refund it even though the flowers went out"
          hint="The FAQ says completed orders aren’t refunded. This is an exception."
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
    share: live ? { shopOrderId: live.id, correctionCents: 0, reason: 'No change' } : null,
  }
}

function notifyRefund({ status, amountCents }: Refund): void {
  const amount = formatMoney(amountCents)
  if (status === 'succeeded') notify.success(`${amount} refunded successfully`)
  else if (status === 'pending') notify.success(`The refund of ${amount} is on its way`)
  else notify.error(`The refund of ${amount} failed. See the reason under Refunds.`)
}

/** All that is left, or part of it. */
function RefundAmount({ mostCents }: { mostCents: number }) {
  const [part, setPart] = useState(false)
  const { setValue } = useFormContext<RefundRequestInput>()
  const all = formatMoney(mostCents)
  return (
    <>
      <Segments
        label="Refund amount"
        name="refund-part"
        options={[
          { value: false, label: `All of it (${all})` },
          { value: true, label: 'Part of it' },
        ]}
        value={part}
        onChange={(next) => {
          setPart(next)
          // A partial amount starts empty, so that the whole is not refunded by mistake.
          setValue('amountCents', next ? 0 : mostCents)
        }}
      />
      {part && <MoneyField name="amountCents" label={`Amount, up to ${all}`} required />}
    </>
  )
}

const CHOICES = [
  { value: 'same', label: 'No change' },
  { value: 'none', label: 'Nothing' },
  { value: 'other', label: 'Another amount' },
] as const
type Choice = (typeof CHOICES)[number]['value']

type RefundShareProps = { shopOrder: OrderDetail['shopOrders'][number]; totalCents: number }

/** Corrects the share of the shop that has the order: recorded as a signed correction, the split stays as it was. */
function RefundShare({ shopOrder, totalCents }: RefundShareProps) {
  const { shopName, shopCostCents, corrections } = shopOrder
  const now = shopCostCents + corrections.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const [choice, setChoice] = useState<Choice>('same')
  const [typed, setTyped] = useState('')
  const { setValue, watch, formState } = useFormContext<RefundRequestInput>()
  const correction = watch('share.correctionCents')
  const fault = (name: string) => (get(formState.errors, name) as { message?: string } | undefined)?.message

  /** @param after what the shop is to get; null: what is typed is no amount */
  const correctTo = (after: number | null) =>
    setValue('share.correctionCents', after === null ? Number.NaN : after - now, {
      shouldValidate: formState.isSubmitted,
    })
  const choose = (next: Choice) => {
    setChoice(next)
    setValue('share.reason', next === 'same' ? 'No change' : '')
    if (next === 'other') setTyped((now / 100).toFixed(2))
    correctTo(next === 'none' ? 0 : now)
  }
  const wrong = Number.isNaN(correction)
    ? 'Please enter an amount'
    : (fault('share.correctionCents') ?? fault('share'))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <legend className="label float-left w-full">{`What ${shopName} gets (now ${formatMoney(now)})`}</legend>
      <Segments label="The shop's share" name="share" options={CHOICES} value={choice} onChange={choose} />
      {choice === 'other' && (
        <TextField
          scope="refund"
          name="share-amount"
          label="The shop gets *"
          inputMode="decimal"
          autoComplete="off"
          aria-required
          value={typed}
          hint={`Between $0.00 and ${formatMoney(totalCents)}`}
          error={formState.isSubmitted ? wrong : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            correctTo(parseMoney(event.target.value))
          }}
        />
      )}
      {choice !== 'other' && wrong && (
        <p className="error" role="alert">
          <span>{wrong}</span>
        </p>
      )}
      {choice !== 'same' && (
        <FormText scope="refund-share" name="share.reason" label="Why the share changes" required />
      )}
    </fieldset>
  )
}
