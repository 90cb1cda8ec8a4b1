import { useState } from 'react'
import { useController } from 'react-hook-form'
import { parseMoney } from '#domain/money.ts'
import { TextField } from '#src/components/ui/field.tsx'

type MoneyFieldProps = { name: string; label: string; required?: boolean }

/** Dollars for the person, cents for the form; nothing typed counts as 0 (§5, Product). */
export function MoneyField({ name, label, required = false }: MoneyFieldProps) {
  const { field, fieldState } = useController<Record<string, number>>({ name })
  const [typed, setTyped] = useState(() => dollars(field.value))
  // What the form was set to from outside, for example when someone else's version is taken over.
  const shown = centsOf(typed) === field.value || Number.isNaN(field.value) ? typed : dollars(field.value)
  return (
    <TextField
      ref={field.ref}
      name={name}
      label={required ? `${label} *` : label}
      aria-required={required}
      type="number"
      inputMode="decimal"
      min="0"
      step="0.01"
      className="figures"
      value={shown}
      error={fieldState.error?.message}
      onBlur={field.onBlur}
      onChange={(event) => {
        setTyped(event.target.value)
        field.onChange(centsOf(event.target.value))
      }}
    />
  )
}

const dollars = (cents: number | undefined) => (cents ? (cents / 100).toFixed(2) : '')

/** Not a number for what is no amount, such as a third decimal. */
const centsOf = (text: string) => (text.trim() === '' ? 0 : (parseMoney(text) ?? Number.NaN))
