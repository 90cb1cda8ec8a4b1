import { Link } from '@tanstack/react-router'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import type { Target } from './link-button.tsx'

const features = tableFeatures({})
const SKELETON_ROWS = 5

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Amounts and numbers stand at the end of their column. */
  align?: 'end'
  /** The header is only for screen readers: pictures, actions. */
  quietHeader?: boolean
}

type DataTableProps<Row> = {
  /** What the table is, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they load: skeleton rows. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Where a row leads; `name` is what the link is called, from `linkColumn`. */
  rowLink?: (row: Row) => Target
  /** The column whose content is the link. */
  linkColumn?: string
  /** Many columns: less air between them, and it scrolls sideways where they do not fit. */
  dense?: boolean
  /** What is shown instead of rows when there are none. */
  empty: ReactNode
  /** Old rows are shown while new ones are on their way. */
  stale?: boolean
  /** Columns of figures: less room between them. */
  tight?: boolean
  /** A last row that sums them up: what stands in it, by the column's id. */
  sums?: Readonly<Record<string, ReactNode>> | undefined
}

/** A list's table: skeleton rows, an empty state, and rows that are real links. On a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowLink, linkColumn, empty } = props
  const { stale = false, dense, tight, sums } = props
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, { row: Row }>()
    return helper.columns(
      columns.map(({ id, header, cell }) =>
        helper.display({ id, header, cell: ({ row }) => cell(row.original.row) }),
      ),
    )
  }, [columns])
  const data = useMemo(() => (rows ?? []).map((row) => ({ row })), [rows])
  const table = useTable({ features, columns: definitions, data, getRowId: ({ row }) => rowKey(row) })
  const of = (id: string) => columns.find((column) => column.id === id)

  if (rows && rows.length === 0) return <div className="sheet empty-state">{empty}</div>
  return (
    <div
      className="table-frame"
      aria-busy={rows === undefined || stale || undefined}
      data-stale={stale || undefined}
      data-dense={dense || undefined}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: a table that is laid out as cards loses its meaning without them */}
      <table className="data-table" role="table" aria-label={label} data-tight={tight}>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            // biome-ignore lint/a11y/noRedundantRoles: as above
            <tr key={group.id} role="row">
              {group.headers.map((header) => (
                // biome-ignore lint/a11y/noRedundantRoles: as above
                <th key={header.id} role="columnheader" scope="col" data-align={of(header.id)?.align}>
                  {of(header.id)?.quietHeader ? (
                    <span className="sr-only">{of(header.id)?.header}</span>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <tbody role="rowgroup">
          {rows === undefined && <SkeletonRows columns={columns.length} />}
          {table.getRowModel().rows.map((row) => (
            // biome-ignore lint/a11y/noRedundantRoles: as above
            <tr key={row.id} role="row">
              {row.getAllCells().map((cell) => {
                const column = of(cell.column.id)
                const target = column?.id === linkColumn && rowLink?.(row.original.row)
                return (
                  <td
                    key={cell.id}
                    // biome-ignore lint/a11y/noRedundantRoles: as above
                    role="cell"
                    data-label={column?.quietHeader ? undefined : column?.header}
                    data-align={column?.align}
                    data-column={column?.id}
                  >
                    {target ? (
                      <Link className="row-link" {...target}>
                        <table.FlexRender cell={cell} />
                      </Link>
                    ) : (
                      // One box, whatever is in it: on a phone the label stands beside it.
                      <div>
                        <table.FlexRender cell={cell} />
                      </div>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {sums && <Sums columns={columns} sums={sums} />}
      </table>
      {rows === undefined && (
        <p className="sr-only" role="status">
          Loading
        </p>
      )}
    </div>
  )
}

function Sums<Row>({
  columns,
  sums,
}: {
  columns: readonly Column<Row>[]
  sums: Readonly<Record<string, ReactNode>>
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <tfoot role="rowgroup">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tr role="row">
        {columns.map(({ id, header, align }, at) => (
          <td
            key={id}
            // biome-ignore lint/a11y/noRedundantRoles: as above
            role="cell"
            data-label={at > 0 && id in sums ? header : undefined}
            data-align={align}
            data-column={id}
          >
            <div>{sums[id]}</div>
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <tr key={row} className="skeleton-row">
      {Array.from({ length: columns }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={cell}>
          <span className="skeleton block h-4" />
        </td>
      ))}
    </tr>
  ))
}
