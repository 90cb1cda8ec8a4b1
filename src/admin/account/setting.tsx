import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Card, CardTitle } from '#src/admin/ui/card.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { ApiError } from '#src/lib/api.ts'

/** A part of the account: what it is and what it is good for at the left, what there is to do at the right. */
export function Setting({
  title,
  description,
  children,
}: {
  title: string
  description: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Card
      className="grid gap-x-10 gap-y-4 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] md:items-start"
      aria-labelledby={id}
    >
      <div>
        <CardTitle id={id} className="mb-1.5">
          {title}
        </CardTitle>
        <div className="text-small leading-normal text-muted">{description}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </Card>
  )
}

type LoadedProps<Data> = { query: UseQueryResult<Data>; failure: string; children: (data: Data) => ReactNode }

/** Shows a setting once its state is loaded. */
export function Loaded<Data>({ query, failure, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <QueryError query={query} fallback={failure} className="" />
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div className="skeleton h-11" />
    </div>
  )
}

/** The title of a step that has taken another's place: it has the focus, so that keyboard users stay at it. */
export function StepTitle({ children }: { children: string }) {
  const heading = useArrival<HTMLHeadingElement>(true)
  return (
    <h3 ref={heading} tabIndex={-1} className="text-[1.0625rem] outline-none focus-visible:shadow-none">
      {children}
    </h3>
  )
}

/** The state of a setting. @param arrived true if it has taken the place of something else: then it has the focus */
export function Standing({ arrived, children }: { arrived: boolean; children: ReactNode }) {
  const element = useArrival<HTMLParagraphElement>(arrived)
  return (
    <p ref={element} tabIndex={-1} className="focus:shadow-none focus:outline-none">
      {children}
    </p>
  )
}

function useArrival<Element extends HTMLElement>(arrived: boolean) {
  const place = useRef<Element>(null)
  // The element before it was a dialog's, perhaps, and that gives the focus back first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it arrives once
  useEffect(() => {
    if (!arrived) return
    const later = setTimeout(() => place.current?.focus())
    return () => clearTimeout(later)
  }, [])
  return place
}

/** True if the second factor was switched in another window, so that this one shows an old state. */
export function switchedElsewhere(failure: unknown): boolean {
  return failure instanceof ApiError && ['second_factor_on', 'second_factor_off'].includes(failure.code)
}
