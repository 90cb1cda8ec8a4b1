import { useState } from 'react'
import { get, useFormContext } from 'react-hook-form'
import type { RefundRequestInput } from '#api/refunds/schema.ts'
import { formatMoney, parseMoney } from '#domain/money.ts'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { Segments } from '#src/admin/ui/segments.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import type { OrderDetail } from './queries.ts'

const CHOICES = [
  { value: 'same', label: 'Stays' },
  { value: 'none', label: 'Nothing' },
  { value: 'other', label: 'Another amount' },
] as const
type Choice = (typeof CHOICES)[number]['value']

type RefundShareProps = { shopOrder: OrderDetail['shopOrders'][number]; totalCents: number }

/** What becomes of the share of the shop that has the order: recorded as a signed correction, the split stays as it was. */
export function RefundShare({ shopOrder, totalCents }: RefundShareProps) {
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
    setValue('share.reason', next === 'same' ? 'Stays as it is' : '')
    if (next === 'other') setTyped((now / 100).toFixed(2))
    correctTo(next === 'none' ? 0 : now)
  }
  const wrong = Number.isNaN(correction)
    ? 'Please enter an amount'
    : (fault('share.correctionCents') ?? fault('share'))
  return (
    <fieldset className="share">
      <legend className="label">
        What {shopName} gets, now {formatMoney(now)}
      </legend>
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
        <FormText
          scope="refund-share"
          name="share.reason"
          label="Why the share changes"
          required
          autoComplete="off"
          maxLength={510}
        />
      )}
    </fieldset>
  )
}
