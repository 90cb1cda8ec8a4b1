import { type ComponentProps, useState } from 'react'
import { get, type RegisterOptions, useController, useFormContext } from 'react-hook-form'
import { parseMoney } from '#domain/money.ts'
import { narrowText, normaliseText } from '#domain/text.ts'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { maskPhone } from '#src/lib/phone-mask.ts'
import { CheckLabel } from './form-layout.tsx'

type TextProps = ComponentProps<typeof TextField>

/** A field of a record's form, wired to it: the required ones are marked with a star. */
function useWiring(name: string, label: string, required: boolean, options?: RegisterOptions) {
  const { register, formState } = useFormContext()
  const fault = get(formState.errors, name) as { message?: string } | undefined
  return {
    ...register(name, options),
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
/** One of several; without `required` nothing chosen is null. */
export function FormSelect({ required = false, ...props }: ComponentProps<typeof SelectField>) {
  const options = required ? undefined : { setValueAs: (value: string | null) => value || null }
  return <SelectField {...props} {...useWiring(props.name, props.label, required, options)} />
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

type FormNumberProps = Pick<TextProps, 'name' | 'label' | 'required' | 'hint' | 'className'>

/** A whole number; nothing typed is null, and what is no number is not a number. */
export function FormCount({ required = false, ...props }: FormNumberProps) {
  const wiring = useWiring(props.name, props.label, required, { setValueAs: countOf })
  return <TextField {...props} {...wiring} inputMode="numeric" autoComplete="off" />
}

const dollarsOf = (cents: number) => (cents ? (cents / 100).toFixed(2) : '')

/** Dollars for the person, cents for the form; nothing typed counts as 0. */
export function MoneyField({ required = false, className = '', ...props }: FormNumberProps) {
  const { field, fieldState } = useController<Record<string, number>>({ name: props.name })
  const [typed, setTyped] = useState(() => dollarsOf(field.value ?? 0))
  // A value set from outside counts, for example when someone else's version is taken over, unless the typed text is no
  // number at all.
  const isTyped = Number.isNaN(field.value) || typedCents(typed) === field.value
  return (
    <TextField
      {...props}
      ref={field.ref}
      label={required ? `${props.label} *` : props.label}
      aria-required={required}
      type="number"
      inputMode="decimal"
      autoComplete="off"
      min="0"
      step="0.01"
      className={`tabular-nums ${className}`}
      value={isTyped ? typed : dollarsOf(field.value ?? 0)}
      error={fieldState.error?.message}
      onBlur={field.onBlur}
      onChange={({ target }) => {
        setTyped(target.value)
        field.onChange(typedCents(target.value))
      }}
    />
  )
}

/** @param given the text of the field, or a value that the form sets */
function countOf(given: string | number | null): number | null {
  const trimmed = narrowText(normaliseText(String(given ?? ''))).trim()
  if (trimmed === '') return null
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** Dollars as they stand in a field, in cents: nothing typed is 0; not a number for what is no amount, such as a third decimal. */
export function typedCents(text: string): number {
  const amount = text.trim()
  if (amount === '') return 0
  return amount.startsWith('-') ? -typedCents(amount.slice(1)) : (parseMoney(amount) ?? Number.NaN)
}
