import type { ComponentProps, ReactNode } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/field.tsx'

type Common = {
  name: string
  label: string
  required?: boolean
  hint?: ReactNode
  aside?: ReactNode
  /** Tells fields of the same name on one screen apart. */
  scope?: string
}

type Own<Control> = Common & Omit<Control, keyof Common | 'id' | 'className'>

/** A field of a record's form, wired to it: the required ones are marked with a star (§2). */
function useWiring(name: string, label: string, required: boolean) {
  const { register, formState } = useFormContext()
  const fault = get(formState.errors, name) as { message?: string } | undefined
  return {
    ...register(name),
    label: required ? `${label} *` : label,
    'aria-required': required,
    error: fault?.message,
  }
}

/** One line of text. */
export function FormText({ required = false, ...props }: Own<ComponentProps<'input'>>) {
  return <TextField {...props} {...useWiring(props.name, props.label, required)} />
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
  const { register } = useFormContext()
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          {...register(name)}
          {...(hint ? { 'aria-describedby': `${name}-hint` } : {})}
        />
        {label}
      </label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
