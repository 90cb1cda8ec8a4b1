import type { ComponentProps, ReactNode } from 'react'
import type { Elements } from './elements.ts'

type FieldFrame = {
  label: string
  name: string
  /** Tells fields of the same name on one page apart. */
  scope?: string
  optional?: boolean
  hint?: ReactNode
  /** An error message; the input is marked invalid while there is one. */
  error?: ReactNode
  /** The part beside the label, for example a counter. */
  aside?: Elements
  className?: string
}

type OwnProps<Control> = FieldFrame & Omit<Control, keyof FieldFrame | 'id'>

/** A one-line input with its label, hint and message. Uncontrolled, so that early typing survives hydration. */
export function TextField(props: OwnProps<ComponentProps<'input'>>) {
  const { frame, wiring, rest } = split(props)
  return (
    <Field {...frame}>
      <input {...rest} {...wiring} className="control" />
    </Field>
  )
}

type SelectProps = OwnProps<ComponentProps<'select'>> & {
  /** Chosen at first, and nothing yet: `Choose a state`. */
  none?: string
  options?: readonly (readonly [value: string, label: string])[]
}

/** A choice from a list, as the system draws it. */
export function SelectField({ none, options = [], children, ...props }: SelectProps) {
  const { frame, wiring, rest } = split(props)
  return (
    <Field {...frame}>
      <select {...rest} {...wiring} className="control">
        {none && <option value="">{none}</option>}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {children}
      </select>
    </Field>
  )
}

/** Several lines of text. */
export function TextAreaField(props: OwnProps<ComponentProps<'textarea'>>) {
  const { frame, wiring, rest } = split(props)
  return (
    <Field {...frame}>
      <textarea {...rest} {...wiring} className="control" />
    </Field>
  )
}

function split<Props extends FieldFrame>(props: Props) {
  const { label, name, scope, optional, hint, error, aside, className, ...rest } = props
  const id = scope ? `${scope}-${name}` : name
  const frame = { id, label, optional, hint, error, aside, className }
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const wiring = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return { frame, wiring, rest }
}

type FrameProps = Omit<ReturnType<typeof split>['frame'], never> & { children: Elements }

function Field({ id, label, optional, hint, error, aside, className = '', children }: FrameProps) {
  return (
    <div className={`field ${className}`}>
      <label className="label" htmlFor={id}>
        <span>{label}</span>
        {optional && <small>optional</small>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <p className="error" id={`${id}-error`} aria-live="polite">
        {error && <span>{error}</span>}
      </p>
      {aside}
    </div>
  )
}
