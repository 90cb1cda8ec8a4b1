import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Elements } from '#src/components/ui/elements.ts'
import { ApiError } from '#src/lib/api.ts'
import { Waiting } from './admin-shell.tsx'
import { useBackToList } from './back-to-list.ts'
import { DeleteButton, type Deletion } from './delete-dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { LinkButton, type Target } from './link-button.tsx'
import { PageHeader } from './page-header.tsx'

export type DetailPageProps<Data> = {
  /** The list it belongs to. */
  list: { label: string; to: Target['to'] }
  query: UseQueryResult<Data>
  /** The message for an id that nobody has. */
  missing: string
  title: (record: Data) => string
  lead?: (record: Data) => ReactNode
  besideTitle?: (record: Data) => Elements
  summary?: (record: Data) => Elements
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
  const listNow = { to: list.to, ...useBackToList()(list.to) }
  const record = query.data
  if (record === undefined) return <NoRecord list={list} query={query} missing={missing} />
  const toDelete = deletion?.(record)
  return (
    <>
      <PageHeader
        title={title(record)}
        lead={lead?.(record)}
        besideTitle={props.besideTitle?.(record)}
        summary={props.summary?.(record)}
        crumbs={[{ label: list.label, to: list.to }]}
      >
        <BackToList to={list.to} />
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

/** In place of a record that is on its way, could not be loaded, or does not exist. */
export function NoRecord({
  list,
  query,
  missing,
}: Pick<DetailPageProps<unknown>, 'list' | 'query' | 'missing'>) {
  if (!query.isError) return <Waiting />
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  const back = <BackToList to={list.to} />
  return (
    <>
      <PageHeader title={list.label}>{!isMissing && back}</PageHeader>
      {isMissing ? (
        <EmptyState title={missing}>{back}</EmptyState>
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

function BackToList({ to }: { to: Target['to'] }) {
  const backToList = useBackToList()
  return (
    <LinkButton to={to} {...backToList(to)} look="quiet">
      Back to List
    </LinkButton>
  )
}
