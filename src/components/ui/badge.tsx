import type { ReactNode } from 'react'

/** A word or two that qualify what they stand beside. */
export function Badge({
  tone = 'stem',
  children,
}: {
  tone?: 'stem' | 'rose' | 'butter'
  children: ReactNode
}) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}
