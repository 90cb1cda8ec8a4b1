import { type ReactNode, useEffect, useRef } from 'react'

type ErrorSummaryProps = {
  title: string
  /** What is wrong with which field; `id` is the field's. */
  faults: readonly { id: string; message: string }[]
  /** Changes with every attempt: each takes the focus anew. Absent: no focus is taken. */
  attempt?: number
  /** What else can be done about it. */
  children?: ReactNode
}

/** Everything that kept a form from going through, with the way to each field. */
export function ErrorSummary({ title, faults, attempt, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt) box.current?.focus()
  }, [attempt])
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
