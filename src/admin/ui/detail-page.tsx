import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Elements } from '#src/components/ui/elements.ts'
import { ApiError } from '#src/lib/api.ts'
import { Waiting } from './admin-shell.tsx'
import { useBackToList } from './back-to-list.ts'
import { DeleteButton, type Deletion } from './delete-dialog.tsx'
import { EmptyCard, EmptyState } from './empty-state.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { LinkButton, type Target } from './link-button.tsx'
import { PageHeader } from './page-header.tsx'

type DetailPageProps<Data> = {
  /** The list it belongs to. */
  list: { label: string; to: Target['to'] }
  query: UseQueryResult<Data>
  /** The message for an id that nobody has. */
  missing: string
  title: (record: Data) => string
  lead?: (record: Data) => ReactNode
  edit?: { label?: string; target: Target }
  /** Null: this one cannot be deleted. */
  deletion?: (record: Data) => Deletion | null
  /** More of what one can do here. */
  actions?: (record: Data) => Elements
  children: (record: Data) => Elements
}

/** A detail screen: `Back to List` as it was left, Edit, Delete with its question, and what is there. */
export function DetailPage<Data>(props: DetailPageProps<Data>) {
  const { list, query, missing, title, lead, edit, deletion, actions, children } = props
  const navigate = useNavigate()
  const backToList = useBackToList()
  const listNow = { to: list.to, ...backToList(list.to) }
  const back = (
    <LinkButton {...listNow} look="quiet">
      Back to List
    </LinkButton>
  )
  const record = query.data
  if (record === undefined) {
    if (!query.isError) return <Waiting />
    const isMissing = query.error instanceof ApiError && query.error.status === 404
    return (
      <>
        <PageHeader title={list.label}>{!isMissing && back}</PageHeader>
        {isMissing ? (
          <EmptyCard>
            <EmptyState title={missing}>{back}</EmptyState>
          </EmptyCard>
        ) : (
          <ErrorBanner
            error={null}
            fallback="Error loading data. Please try again."
            busy={query.isFetching}
            onRetry={() => query.refetch()}
          />
        )}
      </>
    )
  }
  const toDelete = deletion?.(record)
  return (
    <>
      <PageHeader title={title(record)} lead={lead?.(record)} crumbs={[{ label: list.label, to: list.to }]}>
        {back}
        {actions?.(record)}
        {edit && (
          <LinkButton {...edit.target} state look="quiet">
            {edit.label ?? 'Edit'}
          </LinkButton>
        )}
        {toDelete && <DeleteButton deletion={toDelete} onDeleted={() => navigate(listNow)} />}
      </PageHeader>
      {children(record)}
    </>
  )
}
