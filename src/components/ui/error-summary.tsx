import { useEffect, useRef } from 'react'
import type { Messages } from '#src/lib/form-data.ts'
import type { Elements } from './elements.ts'

type ErrorSummaryProps = {
  title: string
  /** Messages by field; the id of a field is its name. */
  errors: Messages
  /** Tells fields of the same name on one page apart. */
  scope?: string
  /** The number of failures so far: each new one takes the focus. Absent: no focus is taken. */
  failures?: number
  /** Other ways to solve it. */
  children?: Elements
}

/** Everything that kept a form from going through, with the way to each field. */
export function ErrorSummary({ title, errors, scope, failures, children }: ErrorSummaryProps) {
  const faults = Object.entries(errors).filter(([, message]) => message)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failures) box.current?.focus()
  }, [failures])
  return (
    <div ref={box} className="notice notice-rose" role="alert" tabIndex={-1}>
      <div>
        <p className="strong">{title}</p>
        {faults.length > 0 && (
          <ul className="mt-1 grid gap-1">
            {faults.map(([name, message]) => (
              <li key={name}>
                <a className="link" href={`#${scope ? `${scope}-` : ''}${name}`}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </div>
  )
}
