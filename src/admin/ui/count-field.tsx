import { type ComponentProps, type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { narrowText, normaliseText } from '#domain/text.ts'
import { TextField } from '#src/components/ui/field.tsx'

type CountFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: number | null
  /** @param count not a number for what is none; null for nothing */
  onCount: (count: number | null) => void
}

/** A whole number, or nothing. */
export function CountField({ value, onCount, ...rest }: CountFieldProps) {
  const [typed, setTyped] = useState(() => textOf(value))
  // A value set from outside counts, unless the typed text is no number at all.
  const shown = Number.isNaN(value) || countOf(typed) === value ? typed : textOf(value)
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onCount(countOf(target.value))
      }}
    />
  )
}

const textOf = (count: number | null) => (count === null || Number.isNaN(count) ? '' : String(count))

const countOf = (text: string) => {
  const trimmed = narrowText(normaliseText(text)).trim()
  if (trimmed === '') return null
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

type FormCountProps = {
  name: string
  label: string
  required?: boolean
  hint?: ReactNode
  className?: string
}

/** A whole number of a record's form, wired to it; nothing typed is null. */
export function FormCount({ name, label, required = false, ...rest }: FormCountProps) {
  const { field, fieldState } = useController<Record<string, number | null>>({ name })
  return (
    <CountField
      {...rest}
      ref={field.ref}
      name={name}
      label={required ? `${label} *` : label}
      aria-required={required}
      value={field.value ?? null}
      error={fieldState.error?.message}
      onBlur={field.onBlur}
      onCount={field.onChange}
    />
  )
}
