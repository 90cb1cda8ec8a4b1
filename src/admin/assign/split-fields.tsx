import { type Allocation, presetsWith, shopPercent } from '#domain/cost-split.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { CardTitle } from '#src/admin/ui/card.tsx'
import { Sum, Sums } from '#src/admin/ui/facts.tsx'
import { Segments } from '#src/admin/ui/segments.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import { amountOf, judge, splitTexts, type TypedSplit, tidied, typeAmount } from './split-input.ts'

type SplitFieldsProps = {
  totalCents: Cents
  /** The usual share of the shop, in percent: one of the presets. */
  usualPercent: number
  typed: TypedSplit
  onType: (typed: TypedSplit) => void
}

/** The split of an order's total: presets, and two amounts of which each computes the other. */
export function SplitFields({ totalCents, usualPercent, typed, onType }: SplitFieldsProps) {
  const { shopFault, feeFault } = judge(totalCents, typed)
  const presets = presetsWith(usualPercent)
  const preset = presets.find(({ value }) => {
    const { shop, fee } = splitTexts(totalCents, value)
    return shop === tidied(typed.shop) && fee === tidied(typed.fee)
  })
  const amountField = (field: keyof TypedSplit) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: typed[field],
    className: 'w-30',
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onType(typeAmount(totalCents, typed, field, target.value)),
    onBlur: () => onType({ ...typed, [field]: tidied(typed[field]) }),
  })
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
      <div className="flex">
        <Segments
          label="Shop and platform split, in percent"
          name="preset"
          options={presets}
          value={preset?.value}
          onChange={(percent) => percent !== undefined && onType(splitTexts(totalCents, percent))}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <TextField {...amountField('shop')} name="shopCost" label="Shop cost ($)" error={shopFault} />
        <TextField {...amountField('fee')} name="platformFee" label="Platform fee ($)" error={feeFault} />
      </div>
    </div>
  )
}

/** Warns when the parts are not the whole. */
export function Mismatch({ allocation: { mismatch, state, differenceCents } }: { allocation: Allocation }) {
  return (
    <div role="status" className="empty:contents">
      {mismatch && (
        <p className="notice">
          <span>
            <b className="block">Allocation mismatch</b>
            <span>{`${formatMoney(differenceCents)} ${state}`}</span>
          </span>
        </p>
      )}
    </div>
  )
}

/** Beside the button of the desk it is a line. */
const IN_LINE =
  'flex-1 basis-120 [&>h2]:mb-0 [&>h2]:text-small [&_dl]:mt-1 [&_dl]:flex-row [&_dl]:flex-wrap [&_dl]:gap-x-7 [&_dl]:gap-y-0 [&_dl>div]:gap-2 [&_dl>div]:border-0 [&_dl>div]:pt-0'

type BreakdownProps = { totalCents: Cents; typed: TypedSplit; inLine: boolean }

/** The financial breakdown: both parts and the whole. */
export function Breakdown({ totalCents, typed, inLine }: BreakdownProps) {
  return (
    <section aria-labelledby="breakdown" className={inLine ? IN_LINE : 'w-full border-t border-line pt-3'}>
      <CardTitle id="breakdown">Financial breakdown</CardTitle>
      <Sums>
        <Line name="Shop cost" cents={amountOf(typed.shop)} of={totalCents} />
        <Line name="Platform fee" cents={amountOf(typed.fee)} of={totalCents} />
        <Sum term="Order total" total>
          {formatMoney(totalCents)}
        </Sum>
      </Sums>
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
