import type { ReactNode } from 'react'
import { truncateStyle } from './full-text.tsx'

// The parts of a list's table: its columns, header, cells and the rows that wait for their content.

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Its width from tablets on; absent: what the others leave, shared equally. Longer text ends in an ellipsis. */
  width?: keyof typeof WIDTHS
  /** Amounts and numbers stand at the end of their column. */
  align?: 'end'
  /** The header is only for screen readers: pictures, actions. */
  quietHeader?: boolean
  /** Shown in the header instead. */
  headerCell?: ReactNode
  /** Where it stands in the card that a row is on a phone, without its header; absent: below the others, with it. */
  phone?: keyof typeof PHONE_PLACES
}

/** Each as wide as the longest text of its kind, with the room at its sides. */
const WIDTHS = {
  /** `ORD-K7XQ2M9P`; with more room before it where it is the first one. */
  reference: 'md:w-35 md:first:w-37',
  /** A badge: `Completed`. */
  status: 'md:w-30',
  /** The same: `Takes orders, has no florist`. */
  longStatus: 'md:w-58',
  /** The same, or `$100.00 refunded` below it. */
  payment: 'md:w-31',
  /** `Nov 22, 2026` */
  date: 'md:w-31',
  /** `Nov 22, 2026 at 11:45 PM` */
  stamp: 'md:w-52',
  /** The same with a zone: `PST`. */
  marketTime: 'md:w-54',
  /** `$12,345.67` */
  amount: 'md:w-24',
  /** A few digits, below a header of one or two words. */
  number: 'md:w-24',
  wideNumber: 'md:w-33',
  short: 'md:w-26',
  /** A text of any length, such as a SKU. */
  code: 'md:w-33 md:@min-[54rem]:w-60',
  image: 'md:w-15',
  actions: 'md:w-28',
  /** Its beginning is enough to tell one from another where customers need the room. */
  besideCustomer: 'md:@max-[71rem]:w-28',
  box: 'md:w-11',
}

const SCROLL_BOX =
  'scroll-edges md:max-h-[max(20rem,80dvh)] md:scroll-pt-12 md:overflow-auto md:overscroll-x-contain'

/**
 * Lets a table that needs more room than there is scroll sideways in its frame; it is then as wide as its columns need.
 * Its header sticks to the frame, else to the window, below the bar. Tables have about 735 px on a screen of 768 or
 * 1024 px, 990 on one of 1280, 1150 on one of 1440, 1630 on one of 1920.
 */
export const SIDEWAYS = {
  medium: {
    frame: `${SCROLL_BOX} md:@min-[58rem]:max-h-none md:@min-[58rem]:overflow-clip`,
    table: 'md:@max-[58rem]:min-w-232',
    header: 'md:max-lg:tall:@min-[58rem]:top-14',
  },
  wide: {
    frame: `${SCROLL_BOX} md:@min-[71rem]:max-h-none md:@min-[71rem]:overflow-clip`,
    table: 'md:@max-[71rem]:min-w-296',
    header: 'md:max-lg:tall:@min-[71rem]:top-14',
  },
  widest: {
    frame: `${SCROLL_BOX} md:@min-[80rem]:max-h-none md:@min-[80rem]:overflow-clip`,
    table: 'md:@max-[80rem]:min-w-320',
    header: 'md:max-lg:tall:@min-[80rem]:top-14',
  },
}
/** A table that always fits. */
export const FITTING = { frame: 'overflow-clip', table: '', header: 'md:max-lg:tall:top-14' }

const PHONE_PLACES = {
  image: 'max-md:row-[1/span_9]',
  actions: 'max-md:mt-1',
  corner: 'max-md:absolute max-md:top-3.5 max-md:right-4',
}
const WITH_HEADER =
  'max-md:grid max-md:grid-cols-[6rem_minmax(0,1fr)] max-md:gap-3 max-md:before:text-label max-md:before:leading-[1.75] max-md:before:text-muted max-md:before:content-[attr(data-label)] max-md:has-[[data-nothing]]:hidden'

// A low window keeps no header.
const STICKY = 'md:tall:sticky md:tall:top-0 md:z-2'
/** The room at the sides of a cell. */
const PADDING = 'md:px-2 md:first:pl-4 md:last:pr-4'
/** More room before a text whose column follows right-aligned numbers. */
const AFTER_NUMBERS = 'md:pl-4'

/** On a phone a row is a card, whose columns depend on what the table has. */
export function rowStyleOf<Row>(columns: readonly Column<Row>[]): string {
  const image = columns.some(({ phone }) => phone === 'image')
  return `group relative border-line max-md:grid max-md:gap-x-3.5 max-md:gap-y-0.5 max-md:px-4 max-md:py-3.5 max-md:not-first:border-t ${image ? 'max-md:grid-cols-[auto_minmax(0,1fr)]' : 'max-md:grid-cols-[minmax(0,1fr)]'}`
}

export function paddingOf<Row>(columns: readonly Column<Row>[], at: number): string {
  return columns[at - 1]?.align && !columns[at]?.align ? `${PADDING} ${AFTER_NUMBERS}` : PADDING
}

function cellStyle<Row>({ column, padding, link = false, sum = false }: CellProps<Row>): string {
  const { align, phone, quietHeader } = column
  return [
    'md:h-12 md:py-0.75 md:leading-[1.3]',
    sum ? 'md:border-t-2 md:border-ink' : 'border-line md:border-t md:group-first:border-t-0',
    padding,
    align === 'end' ? 'whitespace-nowrap tabular-nums md:text-right' : '',
    phone ? PHONE_PLACES[phone] : '',
    link ? 'max-md:-order-1 max-md:mb-0.5 max-md:text-[1.0625rem]' : '',
    link || phone || quietHeader ? 'max-md:block' : WITH_HEADER,
  ].join(' ')
}

/** Amounts are never shortened, and what can be pressed has a ring around it. */
function isTruncated<Row>({ align, quietHeader }: Column<Row>): boolean {
  return !align && !quietHeader
}

/** @param className where it sticks */
export function Head<Row>({ columns, className }: { columns: readonly Column<Row>[]; className: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a table that is laid out as cards loses its meaning without them
    <thead role="rowgroup" className="text-label text-muted max-md:sr-only">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tr role="row">
        {columns.map(({ id, header, headerCell, width, align, quietHeader }, at) => (
          <th
            key={id}
            // biome-ignore lint/a11y/noRedundantRoles: as above
            role="columnheader"
            scope="col"
            className={`border-b border-line bg-card py-2.5 align-bottom font-semibold ${STICKY} ${className} ${paddingOf(columns, at)} ${width ? WIDTHS[width] : ''} ${align ? 'text-right' : ''}`}
          >
            {headerCell ?? (quietHeader ? <span className="sr-only">{header}</span> : header)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type CellProps<Row> = {
  column: Column<Row>
  /** Classes of the room at its sides. */
  padding: string
  /** True if it holds the row's link: on a phone it comes first. */
  link?: boolean
  /** True if it sums up its column. */
  sum?: boolean
  /** True if its column's name stands before it on a phone. */
  labelled?: boolean
  children: ReactNode
}

export function Cell<Row>(props: CellProps<Row>) {
  const { column, labelled = true, children } = props
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: as above
      role="cell"
      data-label={labelled && !column.quietHeader ? column.header : undefined}
      className={cellStyle(props)}
    >
      {/* One box, whatever is in it: on a phone the label stands beside it. */}
      {isTruncated(column) ? (
        <div data-truncate className={truncateStyle}>
          {children}
        </div>
      ) : (
        // A number that is wider than its column sticks out where it begins: there is room before it.
        <div className={column.align ? 'md:flex md:justify-end' : ''}>{children}</div>
      )}
    </td>
  )
}

type SumsProps<Row> = {
  columns: readonly Column<Row>[]
  sums: Readonly<Record<string, ReactNode>>
  rowStyle: string
}

export function Sums<Row>({ columns, sums, rowStyle }: SumsProps<Row>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <tfoot role="rowgroup" className="font-semibold max-md:block">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tr role="row" className={rowStyle}>
        {columns.map((column, at) => (
          <Cell
            key={column.id}
            column={column}
            padding={paddingOf(columns, at)}
            labelled={at > 0 && column.id in sums}
            sum
          >
            {sums[column.id]}
          </Cell>
        ))}
      </tr>
    </tfoot>
  )
}

type SkeletonRowsProps<Row> = {
  columns: readonly Column<Row>[]
  linkColumn: string | undefined
  rowStyle: string
  count: number
}

/** Rows as high as those that are on their way. */
export function SkeletonRows<Row>({ columns, linkColumn, rowStyle, count }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <tr key={row} role="row" className={rowStyle}>
      {columns.map((column, at) => (
        <Cell
          key={column.id}
          column={column}
          padding={paddingOf(columns, at)}
          link={column.id === linkColumn}
        >
          <span className="skeleton inline-block h-3.5 w-full max-w-32 min-w-5 align-middle" />
        </Cell>
      ))}
    </tr>
  ))
}
