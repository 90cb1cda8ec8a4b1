import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { RefundRequestInput } from '#api/refunds/schema.ts'
import { formatMoney } from '#domain/money.ts'
import { MoneyField } from '#src/admin/ui/money-field.tsx'
import { Segments } from '#src/admin/ui/segments.tsx'

/** All that is left, or part of it. */
export function RefundAmount({ mostCents }: { mostCents: number }) {
  const [part, setPart] = useState(false)
  const { setValue } = useFormContext<RefundRequestInput>()
  const all = formatMoney(mostCents)
  return (
    <>
      <Segments
        label="How much"
        name="refund-part"
        options={[
          { value: false, label: `All of it, ${all}` },
          { value: true, label: 'A part' },
        ]}
        value={part}
        onChange={(next) => {
          setPart(next)
          // A part is typed anew: nobody gives all of it back by forgetting to.
          setValue('amountCents', next ? 0 : mostCents)
        }}
      />
      {part && <MoneyField name="amountCents" label={`Amount, up to ${all}`} required />}
    </>
  )
}
