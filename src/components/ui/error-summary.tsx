import { useEffect, useRef } from 'react'
import type { Elements } from './elements.ts'

type ErrorSummaryProps = {
  title: string
  /** One message for each field in error; `id` is the field's. */
  faults: readonly { id: string; message: string }[]
  /** The number of failures so far: each new one takes the focus. Absent: no focus is taken. */
  failures?: number
  /** Other ways to solve it. */
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
