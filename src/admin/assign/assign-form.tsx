import { useState } from 'react'
import { type Allocation, presetsWith, shopPercent } from '#domain/cost-split.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { CardTitle, cardTitleStyle } from '#src/admin/ui/card.tsx'
import { ErrorBanner } from '#src/admin/ui/error-banner.tsx'
import { Sum, Sums } from '#src/admin/ui/facts.tsx'
import { FormActions, FormRow, RecordFormCard } from '#src/admin/ui/form-layout.tsx'
import { fieldMessage, useSubmit } from '#src/admin/ui/form-submit.ts'
import { Segments } from '#src/admin/ui/segments.tsx'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { ApiError } from '#src/lib/api.ts'
import { type Assigned, type AssignmentChoices, assignOrder } from './queries.ts'
import { amountOf, judge, splitTexts, type TypedSplit, tidied, typeAmount } from './split-input.ts'

type AssignFormProps = {
  order: AssignmentChoices['order']
  shop: { id: string; name: string; defaultPercentage: number }
  /** The shop order that is taken back in the same step. */
  replaces: string | undefined
  /** The special instructions of the last shop that had this order. */
  instructions: string
  done: boolean
  onDone: (answer: Assigned) => void
  /** The API knows something of this order that this screen does not know yet. */
  onRefused: () => Promise<void>
}

/** Who gets how much, and what the florist reads. */
export function AssignForm(props: AssignFormProps) {
  const { order, shop, replaces, instructions, done, onDone, onRefused } = props
  const { totalCents } = order
  const [typed, setTyped] = useState(() => splitTexts(totalCents, shop.defaultPercentage))
  const [specialInstructions, setSpecialInstructions] = useState(instructions)
  const { split, allocation, shopFault, feeFault } = judge(totalCents, typed)
  const presets = presetsWith(shop.defaultPercentage)
  const preset = presets.find(({ value }) => {
    const { shop, fee } = splitTexts(totalCents, value)
    return shop === tidied(typed.shop) && fee === tidied(typed.fee)
  })
  /** Typing one amount computes the other. */
  const amountField = (field: keyof TypedSplit) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: typed[field],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setTyped(typeAmount(totalCents, typed, field, target.value)),
    onBlur: () => setTyped({ ...typed, [field]: tidied(typed[field]) }),
  })

  const { busy, error, onSubmit } = useSubmit(async () => {
    if (!split || done) return
    try {
      const request = { orderId: order.id, shopId: shop.id, totalCents, ...split, specialInstructions }
      onDone(await assignOrder({ ...request, ...(replaces !== undefined && { replaces }) }))
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status < 500) await onRefused()
      throw thrown
    }
  })
  const fault = fieldMessage(error, 'specialInstructions')

  return (
    <RecordFormCard noValidate onSubmit={onSubmit} aria-label="Confirm Assignment">
      {error !== undefined && !fault && (
        <ErrorBanner error={error} fallback="Failed to assign order to shop" className="" />
      )}
      <fieldset
        className="flex flex-col items-start gap-4 disabled:[&_.control]:border-line disabled:[&_.control]:bg-paper"
        disabled={done}
      >
        <legend className={`mb-3.5 ${cardTitleStyle}`}>Cost allocation</legend>
        <Segments
          label="Shop and platform split, in percent"
          name="preset"
          options={presets}
          value={preset?.value}
          onChange={(percent) => percent !== undefined && setTyped(splitTexts(totalCents, percent))}
        />
        <FormRow className="w-full">
          <TextField {...amountField('shop')} name="shopCost" label="Shop cost ($)" error={shopFault} />
          <TextField {...amountField('fee')} name="platformFee" label="Platform fee ($)" error={feeFault} />
        </FormRow>
      </fieldset>
      <Breakdown totalCents={totalCents} typed={typed} allocation={allocation} />
      <TextAreaField
        name="specialInstructions"
        label="Special instructions"
        optional
        hint="The florist sees them with the order and on the printed sheet."
        rows={4}
        error={fault}
        value={specialInstructions}
        readOnly={done}
        onChange={({ target }) => setSpecialInstructions(target.value)}
      />
      <FormActions>
        <Button busy={busy} disabled={!split || done}>
          {done ? 'Assignment Complete' : 'Confirm Assignment'}
        </Button>
      </FormActions>
      <UnsavedGuard
        unsaved={() => !done && specialInstructions !== instructions}
        title="Leave without assigning?"
        description="This order isn’t assigned yet. Your instructions for the florist will be lost."
      />
    </RecordFormCard>
  )
}

type BreakdownProps = { totalCents: Cents; typed: TypedSplit; allocation: Allocation }

/** The financial breakdown, with the warning when the parts are not the whole. */
function Breakdown({ totalCents, typed, allocation }: BreakdownProps) {
  const { mismatch, state, differenceCents } = allocation
  return (
    <section aria-labelledby="breakdown">
      <CardTitle id="breakdown">Financial breakdown</CardTitle>
      <Sums>
        <Line name="Shop cost" cents={amountOf(typed.shop)} of={totalCents} />
        <Line name="Platform fee" cents={amountOf(typed.fee)} of={totalCents} />
        <Sum term="Order total" total>
          {formatMoney(totalCents)}
        </Sum>
      </Sums>
      <div role="status">
        {mismatch && (
          <p className="notice mt-3">
            <span>
              <b className="block">Allocation mismatch</b>
              <span>{`${formatMoney(differenceCents)} ${state}`}</span>
            </span>
          </p>
        )}
      </div>
    </section>
  )
}

function Line({ name, cents, of }: { name: string; cents: Cents | null; of: Cents }) {
  const percent = cents !== null && cents <= of && (
    <span className="ml-2 text-small text-muted">{`${shopPercent(of, cents)}%`}</span>
  )
  return (
    <Sum
      term={
        <>
          <span>{name}</span>
          {percent}
        </>
      }
    >
      {cents === null ? '–' : formatMoney(cents)}
    </Sum>
  )
}
