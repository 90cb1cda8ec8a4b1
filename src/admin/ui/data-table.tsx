import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rowLinkStyle } from './class-names.ts'
import { EmptyCard } from './empty-state.tsx'
import type { Target } from './link-button.tsx'

const SKELETON_ROWS = 5

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Amounts and numbers stand at the end of their column. */
  align?: 'end'
  /** The header is only for screen readers: pictures, actions. */
  quietHeader?: boolean
  /** Where it stands in the card that a row is on a phone, without its header; absent: below the others, with it. */
  phone?: keyof typeof PHONE_PLACES
}

const PHONE_PLACES = {
  full: 'max-md:col-span-full',
  left: 'max-md:col-start-1',
  right: 'max-md:col-start-2 max-md:justify-self-end',
  /** Beside what the row is called. */
  top: 'max-md:col-start-2 max-md:-order-1 max-md:justify-self-end max-md:text-[1.0625rem]',
  image: 'max-md:row-[1/span_9]',
  actions: 'max-md:mt-1',
}
const WITH_HEADER =
  'max-md:grid max-md:grid-cols-[6rem_minmax(0,1fr)] max-md:gap-3 max-md:before:text-label max-md:before:leading-[1.75] max-md:before:text-muted max-md:before:content-[attr(data-label)] max-md:has-[[data-nothing]]:hidden'

/** The room at the sides of a cell. */
const PADDING = {
  usual: 'md:px-4',
  tight: 'md:px-2.5 md:first:pl-4 md:last:pr-4',
  dense: 'md:px-[0.4375rem] md:first:pl-4 md:last:pr-4',
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

function paddings<Row>(columns: readonly Column<Row>[], air: keyof typeof PADDING): readonly string[] {
  return columns.map(({ align }, at) => {
    // Numbers end where the words of the next column begin.
    const apart = air === 'dense' && !align && columns[at - 1]?.align
    return apart ? `${PADDING[air]} md:pl-4.5` : PADDING[air]
  })
}

/** On a phone a row is a card, whose columns depend on what the table has. */
function rowGrid<Row>(columns: readonly Column<Row>[], dense = false): string {
  if (dense) return 'max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1'
  const image = columns.some(({ phone }) => phone === 'image')
  return `max-md:gap-x-3.5 max-md:gap-y-0.5 ${image ? 'max-md:grid-cols-[auto_minmax(0,1fr)]' : ''}`
}

/** @param link whether the cell holds the row's link: on a phone it comes first */
function cellStyle<Row>(column: Column<Row> | undefined, link: boolean, dense = false): string {
  const numeric = column?.align === 'end'
  const text = numeric
    ? 'tabular-nums whitespace-nowrap md:text-right'
    : `wrap-anywhere ${dense ? 'md:wrap-break-word' : ''}`
  const place = column?.phone ? PHONE_PLACES[column.phone] : dense ? PHONE_PLACES.full : ''
  const first = link ? 'max-md:-order-1 max-md:mb-0.5 max-md:text-[1.0625rem]' : ''
  const header = link || column?.phone || column?.quietHeader ? 'max-md:block' : WITH_HEADER
  return `md:py-3 ${text} ${place} ${first} ${header}`
}

/** A list's table: skeleton rows, an empty state, and rows that are real links. On a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowLink, linkColumn, empty } = props
  const { stale = false, dense, tight, sums } = props
  const padding = paddings(columns, dense ? 'dense' : tight ? 'tight' : 'usual')
  const rowStyle = `relative border-line not-first:border-t max-md:grid max-md:px-4 max-md:py-3.5 ${rowGrid(columns, dense)}`

  if (rows && rows.length === 0) return <EmptyCard>{empty}</EmptyCard>
  return (
    <div
      className={`overflow-x-auto overflow-y-hidden rounded-card border border-line bg-card transition-opacity duration-150 data-stale:opacity-60 ${dense ? 'md:text-[0.875rem]' : ''}`}
      aria-busy={rows === undefined || stale || undefined}
      data-stale={stale || undefined}
    >
      <table
        className={`w-full border-collapse text-left max-md:block ${dense ? '' : 'min-[75rem]:[&_time]:whitespace-nowrap'}`}
        // biome-ignore lint/a11y/noRedundantRoles: a table that is laid out as cards loses its meaning without them
        role="table"
        aria-label={label}
      >
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <thead role="rowgroup" className="text-label text-muted max-md:sr-only">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <tr role="row">
            {columns.map(({ id, header, align, quietHeader }, at) => (
              <th
                key={id}
                // biome-ignore lint/a11y/noRedundantRoles: as above
                role="columnheader"
                scope="col"
                className={`border-b border-line py-2.5 font-semibold ${padding[at]} ${dense ? '' : 'whitespace-nowrap'} ${align ? 'text-right' : ''}`}
              >
                {quietHeader ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <tbody role="rowgroup" className="max-md:block">
          {rows === undefined && <SkeletonRows columns={columns.length} className={rowStyle} />}
          {rows?.map((row) => (
            // biome-ignore lint/a11y/noRedundantRoles: as above
            <tr key={rowKey(row)} role="row" className={`${rowStyle} ${rowLink ? 'hover:bg-hover' : ''}`}>
              {columns.map((column, at) => {
                const target = column.id === linkColumn && rowLink?.(row)
                return (
                  <td
                    key={column.id}
                    // biome-ignore lint/a11y/noRedundantRoles: as above
                    role="cell"
                    data-label={column.quietHeader ? undefined : column.header}
                    className={`${padding[at]} ${cellStyle(column, Boolean(target), dense)}`}
                  >
                    {target ? (
                      <Link className={rowLinkStyle} {...target}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      // One box, whatever is in it: on a phone the label stands beside it.
                      <div>{column.cell(row)}</div>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {sums && <Sums columns={columns} sums={sums} rowStyle={rowStyle} padding={padding} />}
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
  rowStyle,
  padding,
}: {
  columns: readonly Column<Row>[]
  sums: Readonly<Record<string, ReactNode>>
  /** Classes of its row, and of the room in its cells. */
  rowStyle: string
  padding: readonly string[]
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <tfoot role="rowgroup" className="border-t-2 border-ink font-semibold max-md:block">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tr role="row" className={rowStyle}>
        {columns.map((column, at) => (
          <td
            key={column.id}
            // biome-ignore lint/a11y/noRedundantRoles: as above
            role="cell"
            data-label={at > 0 && column.id in sums ? column.header : undefined}
            className={`${padding[at]} ${cellStyle(column, false)}`}
          >
            <div>{sums[column.id]}</div>
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function SkeletonRows({ columns, className }: { columns: number; className: string }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <tr key={row} className={className}>
      {Array.from({ length: columns }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={cell} className="md:px-4 md:py-3 max-md:block">
          <span className="skeleton block h-4" />
        </td>
      ))}
    </tr>
  ))
}
