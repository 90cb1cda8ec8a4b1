import type { UseQueryResult } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useState } from 'react'
import type { Ignored } from '#api/http/page-schema.ts'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'
import { Button } from '#src/components/ui/button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState, NothingMatches } from './empty-state.tsx'
import { QueryError } from './error-banner.tsx'
import { useHiddenColumns } from './hidden-columns.ts'
import { IgnoredNotice } from './ignored-notice.tsx'
import { PageHeader } from './page-header.tsx'
import { Pagination } from './pagination.tsx'
import { SearchBox } from './search-box.tsx'

type ListPageProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rowLink' | 'linkColumn' | 'lines'> & {
  title: string
  lead?: ReactNode
  /** Actions of the page, for example the link to add a record. */
  actions?: ReactNode
  /** `q` as the address has it; absent: this list is not searched. */
  search?: { label: string; q: string | undefined }
  /** Filters beside the search box. */
  filters?: Elements
  query: UseQueryResult<{ rows: readonly Row[]; info: PageInfo } & Ignored>
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
    columns,
    ...table
  } = props
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [hidden, setHidden] = useHiddenColumns(path)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const mayHide = columns.filter(({ id, quietHeader }) => !quietHeader && id !== table.linkColumn)
  const isHidden = (id: string) => hidden.includes(id) && mayHide.some((column) => column.id === id)
  const address: Record<string, unknown> = useSearch({ strict: false })
  const filtersOn = filterNames.filter((name) => address[name] !== undefined).length
  const filtered = filtersOn > 0
  const narrowed = Boolean(search?.q) || filtered
  return (
    <>
      <PageHeader title={title} lead={lead}>
        {actions}
      </PageHeader>
      <div className="mb-4 flex flex-wrap gap-2 md:gap-3">
        {search && <SearchBox label={search.label} value={search.q ?? ''} />}
        {filters && (
          <>
            <Button
              type="button"
              look="quiet"
              className="px-3 md:hidden"
              aria-expanded={filtersOpen}
              aria-controls="filters"
              onClick={() => setFiltersOpen(!filtersOpen)}
            >
              <SlidersHorizontal aria-hidden />
              <span>{filtersOn === 0 ? 'Filters' : `Filters (${filtersOn})`}</span>
            </Button>
            <div
              id="filters"
              className={`flex flex-wrap gap-2 max-md:basis-full ${filtersOpen ? '' : 'max-md:hidden'}`}
            >
              {filters}
            </div>
          </>
        )}
        <ColumnsMenu columns={mayHide} hidden={hidden} onChange={setHidden} />
      </div>
      <IgnoredNotice also={query.data?.ignored} />
      <QueryError query={query} fallback={failure} />
      {(query.data || !query.isError) && (
        <DataTable
          {...table}
          columns={columns.filter(({ id }) => !isHidden(id))}
          skeletonRows={typeof address['size'] === 'number' ? address['size'] : undefined}
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
      {query.data && <Pagination info={query.data.info} stale={query.isPlaceholderData} hasSizes />}
      <p className="sr-only" aria-live="polite">
        {query.data && narrowed && `${query.data.info.total} found`}
      </p>
    </>
  )
}
