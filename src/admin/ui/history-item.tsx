import type { ComponentProps, ReactElement } from 'react'
import { Card, CardSubtitle } from './card.tsx'
import { When } from './when.tsx'

/** A card with the entries of a history. */
export function History({
  title,
  none,
  children,
}: {
  title: string
  none: string
  children: ReactElement[]
}) {
  return (
    <Card title={title}>
      {children.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ol className="flex flex-col gap-3.5">{children}</ol>
      )}
    </Card>
  )
}

/** Entries below a heading within a card; nothing without any. */
export function Entries({ title, children }: { title: string; children: ReactElement[] }) {
  if (children.length === 0) return null
  return (
    <>
      <CardSubtitle>{title}</CardSubtitle>
      <ul className="flex flex-col gap-3.5">{children}</ul>
    </>
  )
}

/** One entry of a history; `data-bad` marks one that needs attention. */
export function HistoryItem(props: ComponentProps<'li'>) {
  return <li {...props} className="border-l-2 border-line pl-3.5 wrap-anywhere data-bad:border-rose" />
}

/** The last line of an entry. */
export function WhoAndWhen({ who, at }: { who: string | null; at: string }) {
  return (
    <p className="text-small text-muted">
      <span>{who && `${who}, `}</span>
      <When at={at} />
    </p>
  )
}
