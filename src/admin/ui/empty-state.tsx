import type { Elements } from '#src/components/ui/elements.ts'
import { cardStyle, cardTitleStyle } from './card.tsx'
import { LinkButton } from './link-button.tsx'

/** The message of a list without rows, where the list would be, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: Elements }) {
  return (
    <div className={`${cardStyle} flex flex-col items-center gap-3 py-12 text-center md:py-12`}>
      <img src="/bouquets/placeholder-192.webp" alt="" width="96" height="120" className="opacity-85" />
      <p className={cardTitleStyle}>{title}</p>
      {children}
    </div>
  )
}

type NothingMatchesProps = {
  /** The search text. */
  q: string | undefined
  /** The parameters of the address that narrow the list; none: no filter is on. */
  filterNames: readonly string[]
}

/** The message of a list when a search or a filter leaves nothing of it, with the way back to all of it. */
export function NothingMatches({ q, filterNames }: NothingMatchesProps) {
  const filtered = filterNames.length > 0
  const narrowing = [q && `“${q}”`, filtered && 'this filter'].filter(Boolean)
  const cleared = [q && 'search', filtered && 'filter'].filter(Boolean)
  const without = Object.fromEntries(['q', 'page', ...filterNames].map((name) => [name, undefined]))
  return (
    <EmptyState title={`No matches for ${narrowing.join(' and ')}`}>
      <LinkButton to="." search={(now: Record<string, unknown>) => ({ ...now, ...without })} look="quiet">
        {`Clear ${cleared.join(' and ')}`}
      </LinkButton>
    </EmptyState>
  )
}
