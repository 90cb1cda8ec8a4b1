import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'

/** The lines of an order and what they cost. */
export function Receipt({ title, children }: { title: string; children: Elements }) {
  return (
    <section
      className="torn-edge @container rounded-t-card bg-card px-[clamp(1.25rem,0.9rem+1.4vw,2rem)] pt-7 pb-9"
      aria-label={title}
    >
      <h2 className="eyebrow text-muted">{title}</h2>
      {children}
    </section>
  )
}

type ReceiptRowProps = { name: string; strong?: boolean; children: ReactNode }

/** A line: what, a dotted leader, how much. Where the text is too large for both, one goes under the other. */
export function ReceiptRow({ name, strong = false, children }: ReceiptRowProps) {
  return (
    <div
      className={`flex items-baseline gap-2 py-1.25 before:order-1 before:flex-[1_0_1.5rem] before:border-b-[1.5px] before:border-dotted before:border-dots @max-[13rem]:flex-wrap ${strong ? 'display mt-2 text-title' : ''}`}
    >
      <dt className="flex-none">{name}</dt>
      <dd className="order-2 min-w-0 text-right tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}
