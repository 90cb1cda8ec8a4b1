import { Link, useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Elements } from '#src/components/ui/elements.ts'
import { rowLinkStyle } from './class-names.ts'
import { FullText } from './full-text.tsx'
import type { Target } from './link-button.tsx'
import { type Column, Head, TableRow, type TwoLines } from './table-cells.tsx'

export type DataTableProps<Row> = {
  /** The name of the table, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they load: skeleton rows. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Where a row leads; `name` is what the link is called, from `linkColumn`. */
  rowLink?: (row: Row) => Target
  /** The column whose content is the link. */
  linkColumn?: string
  /** Its columns need more room than a tablet has: where there is less, its rows have two lines. Absent: it always fits. */
  lines?: TwoLines | undefined
  /** Shown instead of rows when there are none. */
  empty: Elements
  /** Old rows are shown while new ones are on their way. */
  stale?: boolean
  /** The expected number of rows; absent: as many as a page of a list has. */
  skeletonRows?: number | undefined
  /** A last row that sums them up: what stands in it, by the column's id. */
  sums?: Readonly<Record<string, ReactNode>> | undefined
}

/** A list's table: skeleton rows, an empty state, and rows that are real links. On a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    rowLink,
    linkColumn,
    empty,
    stale = false,
    sums,
    skeletonRows = 10,
    lines,
  } = props
  // A record opened from a row leads back to this list as it is now.
  const list = useMatch({
    strict: false,
    select: ({ pathname, search }) => ({ to: pathname, search }),
    structuralSharing: true,
  })

  if (rows && rows.length === 0) return empty
  return (
    <FullText
      className={`${lines?.isWide ? '@container/wide-rows' : '@container'} transition-opacity duration-150 data-stale:opacity-60`}
      data-stale={stale || undefined}
    >
      <div className="overflow-clip rounded-card border border-line bg-card">
        <table
          className={`w-full border-separate border-spacing-0 text-left wrap-normal max-md:block md:table-fixed md:text-small ${lines ? 'two-lines:block' : ''}`}
          // biome-ignore lint/a11y/noRedundantRoles: a table that is laid out as cards loses its meaning without them
          role="table"
          aria-label={label}
          aria-busy={rows === undefined || stale || undefined}
        >
          <Head columns={columns} lines={lines} />
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <tbody role="rowgroup" className={`max-md:block ${lines ? 'two-lines:block' : ''}`}>
            {rows === undefined &&
              Array.from({ length: skeletonRows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                <TableRow key={row} columns={columns} linkColumn={linkColumn} lines={lines} loading>
                  {() => (
                    <span className="skeleton inline-block h-3.5 w-full max-w-32 min-w-5 align-middle" />
                  )}
                </TableRow>
              ))}
            {rows?.map((row) => (
              <TableRow
                key={rowKey(row)}
                columns={columns}
                linkColumn={linkColumn}
                lines={lines}
                className={`has-[:checked]:bg-blush/45 ${rowLink ? 'hover:bg-ink/3' : ''}`}
              >
                {({ id, cell }) =>
                  rowLink && id === linkColumn ? (
                    <Link className={rowLinkStyle} {...rowLink(row)} state={{ list }}>
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )
                }
              </TableRow>
            ))}
          </tbody>
          {sums && (
            // biome-ignore lint/a11y/noRedundantRoles: as above
            <tfoot role="rowgroup" className={`font-semibold max-md:block ${lines ? 'two-lines:block' : ''}`}>
              <TableRow columns={columns} lines={lines} sum>
                {({ id }) => sums[id]}
              </TableRow>
            </tfoot>
          )}
        </table>
      </div>
      {rows === undefined && (
        <p className="sr-only" role="status">
          Loading
        </p>
      )}
    </FullText>
  )
}
