import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { RecentOrder } from '#api/orders/schema.ts'
import { RECENT_ORDERS_MAX } from '#domain/limits.ts'

/** Null until the first answer since the app was opened: what that names is no news. */
let seen: Seen | null = null

type NewOrdersProps = {
  /** The orders that were paid last, newest first, each time they are asked for; undefined while they load. */
  recent: readonly RecentOrder[] | undefined
}

/**
 * The line below a screen's title, with how many orders came in since the last look, for people who look and for screen
 * readers; leads to them. On a phone that stands beside the title, so that nothing below moves.
 */
export function LeadWithNewOrders({ recent, children }: NewOrdersProps & { children: ReactNode }) {
  const [news, setNews] = useState<readonly RecentOrder[]>([])
  useEffect(() => {
    if (!recent) return
    const arrived = seen ? newSince(seen, recent) : []
    if (arrived.length > 0) setNews((before) => [...arrived, ...before])
    seen = seen ? { ...seen, ids: new Set([...seen.ids, ...arrived.map(({ id }) => id)]) } : firstSeen(recent)
  }, [recent])
  const text = textOf(news.length)
  const [only] = news
  const target =
    only && news.length === 1
      ? ({ to: '/admin/orders/$id', params: { id: only.id } } as const)
      : ({ to: '/admin/orders', search: {} } as const)
  return (
    <span className="relative block">
      <span>{children}</span>
      <span className="sr-only" role="status">
        {text}
      </span>
      {text && (
        <Link
          {...target}
          className="ml-[0.25em] inline-block min-h-6 rounded-full bg-blush px-2.5 text-label leading-6 font-semibold whitespace-nowrap text-rose-deep hover:underline max-md:absolute max-md:right-0 max-md:bottom-full max-md:mb-1.5"
          onClick={() => setNews([])}
        >
          {text}
        </Link>
      )}
    </span>
  )
}

/** `1 new order`, `20+ new orders`; empty when there are none. */
function textOf(count: number): string {
  if (count === 0) return ''
  return `${count}${count >= RECENT_ORDERS_MAX ? '+' : ''} new ${count === 1 ? 'order' : 'orders'}`
}

type Seen = {
  ids: ReadonlySet<string>
  /** Older orders than the first look showed are no news, although nobody has seen them here. ISO instant, or empty. */
  after: string
}

/** The orders of the first look. */
export function firstSeen(recent: readonly RecentOrder[]): Seen {
  return {
    ids: new Set(recent.map(({ id }) => id)),
    after: (recent.length >= RECENT_ORDERS_MAX && recent.at(-1)?.paidAt) || '',
  }
}

/** The orders that were paid since. An order that is refunded leaves the list, and an old one takes its place: that is none. */
export function newSince(seen: Seen, recent: readonly RecentOrder[]): RecentOrder[] {
  return recent.filter(({ id, paidAt }) => !seen.ids.has(id) && paidAt > seen.after)
}
