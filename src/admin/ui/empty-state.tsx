import type { ReactNode } from 'react'

/** What a list without rows says, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <img src="/bouquets/placeholder-192.webp" alt="" width="96" height="120" />
      <p className="sheet-title">{title}</p>
      {children}
    </>
  )
}
