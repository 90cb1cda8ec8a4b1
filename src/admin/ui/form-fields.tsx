import { type ComponentProps, type ReactNode, useState } from 'react'
import { get, useController, useFormContext } from 'react-hook-form'
import type { Elements } from '#src/components/ui/elements.ts'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { maskPhone } from '#src/lib/phone-mask.ts'
import { CheckLabel } from './form-layout.tsx'
import { typedCents } from './typed-cents.ts'

type Common = {
  name: string
  label: string
  required?: boolean
  hint?: ReactNode
  aside?: Elements
  /** Tells fields of the same name on one screen apart. */
  scope?: string
}

type Own<Control> = Common & Omit<Control, keyof Common | 'id' | 'className'>

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
export function FormText({ required = false, ...props }: Own<ComponentProps<'input'>>) {
  return <TextField autoComplete="off" {...props} {...useWiring(props.name, props.label, required)} />
}

/** A phone number, in its usual shape while it is typed. */
export function FormPhone(props: Own<ComponentProps<'input'>>) {
  return <FormText {...props} type="tel" inputMode="tel" onInput={maskPhone} />
}

/** Several lines of text. */
export function FormTextArea({ required = false, ...props }: Own<ComponentProps<'textarea'>>) {
  return <TextAreaField {...props} {...useWiring(props.name, props.label, required)} />
}

/** A choice from a list. */
export function FormSelect({ required = false, ...props }: Own<ComponentProps<'select'>>) {
  return <SelectField {...props} {...useWiring(props.name, props.label, required)} />
}

/** Yes or no, with the words beside the box. */
export function FormCheck({ name, label, hint }: Pick<Common, 'name' | 'label' | 'hint'>) {
  const { register, formState } = useFormContext()
  return (
    <div className="field">
      <CheckLabel>
        <input
          type="checkbox"
          {...register(name)}
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

type MoneyFieldProps = { name: string; label: string; required?: boolean }

/** Dollars for the person, cents for the form; nothing typed counts as 0. */
export function MoneyField({ name, label, required = false }: MoneyFieldProps) {
  const { field, fieldState } = useController<Record<string, number>>({ name })
  const [typed, setTyped] = useState(() => dollars(field.value))
  // A value set from outside, for example when someone else's version is taken over.
  const shown = typedCents(typed) === field.value || Number.isNaN(field.value) ? typed : dollars(field.value)
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
      className="tabular-nums"
      value={shown}
      error={fieldState.error?.message}
      onBlur={field.onBlur}
      onChange={(event) => {
        setTyped(event.target.value)
        field.onChange(typedCents(event.target.value))
      }}
    />
  )
}

const dollars = (cents: number | undefined) => (cents ? (cents / 100).toFixed(2) : '')
