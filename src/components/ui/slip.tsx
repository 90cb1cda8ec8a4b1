import type { ReactNode } from 'react'

/** The order slip: a docket torn from the pad. */
export function Slip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="slip" aria-label={title}>
      <h2 className="eyebrow text-muted">{title}</h2>
      {children}
    </section>
  )
}

type SlipRowProps = { name: string; strong?: boolean; children: ReactNode }

/** A line of the slip: what, leaders, how much. */
export function SlipRow({ name, strong = false, children }: SlipRowProps) {
  return (
    <div className={strong ? 'display mt-2 text-title' : ''}>
      <dt>{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
