import { SPLIT_PRESETS } from '#domain/cost-split.ts'
import type { Cents } from '#domain/money.ts'
import { Segments } from '#src/admin/ui/segments.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import { type Judged, splitTexts, type TypedSplit, tidied, typeAmount } from './typed-split.ts'

const PRESETS = SPLIT_PRESETS.map(([shop, platform]) => ({ value: shop, label: `${shop}/${platform}` }))

type CostFieldsProps = {
  totalCents: Cents
  typed: TypedSplit
  judged: Pick<Judged, 'shopFault' | 'feeFault'>
  disabled: boolean
  onTyped: (next: TypedSplit) => void
}

/** The presets, and both amounts: whoever types one gets the other (§5). */
export function CostFields({ totalCents, typed, judged, disabled, onTyped }: CostFieldsProps) {
  const preset = PRESETS.find(({ value }) => {
    const { shop, fee } = splitTexts(totalCents, value)
    return shop === tidied(typed.shop) && fee === tidied(typed.fee)
  })
  const wiring = (field: keyof TypedSplit) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 12,
    value: typed[field],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onTyped(typeAmount(totalCents, typed, field, target.value)),
    onBlur: () => onTyped({ ...typed, [field]: tidied(typed[field]) }),
  })
  return (
    <fieldset className="cost" disabled={disabled}>
      <legend className="sheet-title">Cost allocation</legend>
      <Segments
        label="Shop and platform, in percent"
        name="preset"
        options={PRESETS}
        value={preset?.value}
        onChange={(percent) => percent !== undefined && onTyped(splitTexts(totalCents, percent))}
      />
      <div className="form-row">
        <TextField {...wiring('shop')} name="shopCost" label="Shop cost ($)" error={judged.shopFault} />
        <TextField {...wiring('fee')} name="platformFee" label="Platform fee ($)" error={judged.feeFault} />
      </div>
    </fieldset>
  )
}
