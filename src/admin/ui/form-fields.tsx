import { type ComponentProps, useState } from 'react'
import { get, useController, useFormContext } from 'react-hook-form'
import { parseMoney } from '#domain/money.ts'
import { narrowText, normaliseText } from '#domain/text.ts'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { maskPhone } from '#src/lib/phone-mask.ts'
import { CheckLabel } from './form-layout.tsx'

type TextProps = ComponentProps<typeof TextField>

/** A field of a record's form, wired to it: the required ones are marked with a star. */
function useWiring(name: string, label: string, required: boolean) {
  const { register, formState } = useFormContext()
  const fault = get(formState.errors, name) as { message?: string } | undefined
  return {
    ...register(name),
    // For the server, which draws the form before anything has registered.
    defaultValue: get(formState.defaultValues, name) as string | undefined,
    label: required ? `${label} *` : label,
    'aria-required': required,
    error: fault?.message,
  }
}

/** One line of text; the browser suggests nothing unless `autoComplete` says what. */
export function FormText({ required = false, ...props }: TextProps) {
  return <TextField autoComplete="off" {...props} {...useWiring(props.name, props.label, required)} />
}

/** A phone number, in its usual shape while it is typed. */
export function FormPhone(props: TextProps) {
  return <FormText {...props} type="tel" inputMode="tel" onInput={maskPhone} />
}

/** Several lines of text. */
export function FormTextArea({ required = false, ...props }: ComponentProps<typeof TextAreaField>) {
  return <TextAreaField {...props} {...useWiring(props.name, props.label, required)} />
}

/** A choice from a list. */
export function FormSelect({ required = false, ...props }: ComponentProps<typeof SelectField>) {
  return <SelectField {...props} {...useWiring(props.name, props.label, required)} />
}

type FormCheckProps = Pick<TextProps, 'name' | 'label' | 'hint'> & { onSwitch?: (on: boolean) => void }

/** Yes or no, with the words beside the box. */
export function FormCheck({ name, label, hint, onSwitch }: FormCheckProps) {
  const { register, formState } = useFormContext()
  return (
    <div className="field">
      <CheckLabel>
        <input
          type="checkbox"
          {...register(name, { onChange: ({ target }) => onSwitch?.(target.checked) })}
          defaultChecked={Boolean(get(formState.defaultValues, name))}
          {...(hint ? { 'aria-describedby': `${name}-hint` } : {})}
        />
        <span>{label}</span>
      </CheckLabel>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type NumberFieldProps = Omit<TextProps, 'value' | 'onChange'> & {
  value: number | null
  /** @param value not a number for what is none; null for nothing */
  onCount: (value: number | null) => void
  /** The number that a text is, and the text of a number. */
  parse: (text: string) => number | null
  format: (value: number) => string
}

/** A number as somebody types it, or nothing. */
function NumberField({ value, onCount, parse, format, ...rest }: NumberFieldProps) {
  const textOf = (number: number | null) => (number === null || Number.isNaN(number) ? '' : format(number))
  const [typed, setTyped] = useState(() => textOf(value))
  // A value set from outside counts, for example when someone else's version is taken over, unless the typed text is no
  // number at all.
  const shown = Number.isNaN(value) || parse(typed) === value ? typed : textOf(value)
  return (
    <TextField
      {...rest}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onCount(parse(target.value))
      }}
    />
  )
}

type FormNumberProps = Pick<TextProps, 'name' | 'label' | 'required' | 'hint' | 'className'>

/** A number of a record's form, wired to it. */
function FormNumber({
  name,
  label,
  required = false,
  ...rest
}: FormNumberProps & Omit<NumberFieldProps, 'value' | 'onCount'>) {
  const { field, fieldState } = useController<Record<string, number | null>>({ name })
  return (
    <NumberField
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

const COUNT = { inputMode: 'numeric', autoComplete: 'off', parse: countOf, format: String } as const

/** A whole number, or nothing. */
export function CountField(props: Omit<NumberFieldProps, keyof typeof COUNT>) {
  return <NumberField {...props} {...COUNT} />
}

/** A whole number of a record's form; nothing typed is null. */
export function FormCount(props: FormNumberProps) {
  return <FormNumber {...props} {...COUNT} />
}

/** Dollars for the person, cents for the form; nothing typed counts as 0. */
export function MoneyField({ className = '', ...props }: FormNumberProps) {
  return (
    <FormNumber
      {...props}
      parse={typedCents}
      format={(cents) => (cents ? (cents / 100).toFixed(2) : '')}
      type="number"
      inputMode="decimal"
      min="0"
      step="0.01"
      className={`tabular-nums ${className}`}
    />
  )
}

function countOf(text: string): number | null {
  const trimmed = narrowText(normaliseText(text)).trim()
  if (trimmed === '') return null
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** Dollars as they stand in a field, in cents: nothing typed is 0; not a number for what is no amount, such as a third decimal. */
export function typedCents(text: string): number {
  const amount = text.trim()
  if (amount === '') return 0
  return amount.startsWith('-') ? -typedCents(amount.slice(1)) : (parseMoney(amount) ?? Number.NaN)
}
