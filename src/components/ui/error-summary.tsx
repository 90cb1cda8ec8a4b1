import { useEffect, useRef } from 'react'
import type { Elements } from './elements.ts'

type ErrorSummaryProps = {
  title: string
  /** What is wrong with which field; `id` is the field's. */
  faults: readonly { id: string; message: string }[]
  /** How often it failed so far: each failure takes the focus anew. Absent: no focus is taken. */
  failures?: number
  /** What else can be done about it. */
  children?: Elements
}

/** Everything that kept a form from going through, with the way to each field. */
export function ErrorSummary({ title, faults, failures, children }: ErrorSummaryProps) {
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
            {faults.map(({ id, message }) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
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
