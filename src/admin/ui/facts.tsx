import type { ReactNode } from 'react'

/** What a record says, a term and its value a line; an empty one shows `Not provided` (§2). */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  const empty = children === null || children === undefined || children === ''
  return (
    <div>
      <dt>{term}</dt>
      <dd>{empty ? <span className="text-muted">Not provided</span> : children}</dd>
    </div>
  )
}
