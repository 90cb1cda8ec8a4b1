import type { UseQueryResult } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'
import type { Elements } from '#src/components/ui/elements.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState, NothingMatches } from './empty-state.tsx'
import { QueryError } from './error-banner.tsx'
import { PageHeader } from './page-header.tsx'
import { Pagination } from './pagination.tsx'
import { SearchBox } from './search-box.tsx'

type ListPageProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rowLink' | 'linkColumn' | 'scrolls'> & {
  title: string
  lead?: ReactNode
  /** Actions of the page, for example the link to add a record. */
  actions?: ReactNode
  /** `q` as the address has it; absent: this list is not searched. */
  search?: { label: string; q: string | undefined }
  /** Filters beside the search box. */
  filters?: Elements
  query: UseQueryResult<{ rows: readonly Row[]; info: PageInfo }>
  /** Shown when the failure has no message of its own. */
  failure: string
  /** Actions on chosen rows, below the table. */
  selectionBar?: Elements
  /** The list's empty state; with a search or filter on, another one says that nothing matches. */
  empty: { title: string; children?: Elements }
  /** The parameters of the address, other than the search, that narrow the list. */
  filterNames?: readonly string[]
}

/** A list screen: header, search and filters that live in the address, red banner with retry, table, pages. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const {
    title,
    lead,
    actions,
    search,
    filters,
    query,
    failure,
    selectionBar,
    empty,
    filterNames = [],
    ...table
  } = props
  const address: Record<string, unknown> = useSearch({ strict: false })
  const filtered = filterNames.some((name) => address[name] !== undefined)
  const narrowed = Boolean(search?.q) || filtered
  return (
    <>
      <PageHeader title={title} lead={lead} fullWidth>
        {actions}
      </PageHeader>
      {(search || filters) && (
        <div className="mb-4 flex flex-wrap gap-3">
          {search && <SearchBox label={search.label} value={search.q ?? ''} />}
          {filters}
        </div>
      )}
      <QueryError query={query} fallback={failure} />
      {(query.data || !query.isError) && (
        <DataTable
          {...table}
          label={title}
          rows={query.data?.rows}
          rowKey={({ id }) => id}
          stale={query.isPlaceholderData}
          empty={
            narrowed ? (
              <NothingMatches q={search?.q} filterNames={filtered ? filterNames : []} />
            ) : (
              <EmptyState title={empty.title}>{empty.children}</EmptyState>
            )
          }
        />
      )}
      {selectionBar}
      {query.data && <Pagination info={query.data.info} stale={query.isPlaceholderData} />}
      <p className="sr-only" aria-live="polite">
        {query.data && narrowed && `${query.data.info.total} found`}
      </p>
    </>
  )
}
