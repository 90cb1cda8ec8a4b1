import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import { iconButtonStyle } from './class-names.ts'
import { truncateStyle } from './truncate.tsx'

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
  /**
   * Where it stands in the two lines that a row is on a phone, without its header; absent: below them, with it. Once such a row is
   * opened, everything but its name stands there.
   */
  phone?: keyof typeof PHONE_PLACES
}

/** Each as wide as the longest text of its kind, with the room at its sides. */
const WIDTHS = {
  /** `ORD-K7XQ2M9P`; with more room before it where it is the first one. */
  reference: 'md:w-31.5 md:first:w-35 md:@min-[76rem]:w-37',
  /** `Completed`, `Call the florist`; longer words on two lines. */
  status: 'md:w-28 md:@min-[76rem]:w-32',
  /** `Takes orders, has no florist` on two lines. */
  longStatus: 'md:w-34 lg:w-40',
  /** `Refunded`, or `$100.00 refunded` on two lines. */
  payment: 'md:w-21 md:@min-[76rem]:w-33',
  /** `Nov 22, 2026` */
  date: 'md:w-31',
  /** `Nov 22, 2026 at 11:45 PM`, on two lines where there is little room. */
  stamp: 'md:w-31 md:@min-[76rem]:w-49',
  /** The same, always on two lines. */
  shortStamp: 'md:w-26.5',
  /** The same with `PST`, and below it `late by 12 h 10 min`. */
  marketTime: 'md:w-33 md:@min-[76rem]:w-40',
  /** `San Francisco, CA`; where there is room, what there is more. */
  place: 'md:w-31 md:@min-[54rem]:w-auto',
  /** The same where other columns need the room. */
  city: 'md:w-32 md:@min-[76rem]:w-auto',
  /** `(212) 555-0142` */
  phone: 'md:w-32',
  /** `$12,345.67` */
  amount: 'md:w-24',
  /** The same where customers need the room. */
  amountBesideCustomer: 'md:w-21 md:@min-[76rem]:w-25',
  /** A few digits, below a header of one or two words. */
  number: 'md:w-24',
  wideNumber: 'md:w-33',
  short: 'md:w-26',
  /** `100%` */
  rate: 'md:w-18',
  /** A text of any length, such as a SKU. */
  code: 'md:w-33 md:@min-[54rem]:w-60',
  image: 'md:w-15',
  actions: 'md:w-28',
  box: 'md:w-10 md:@min-[76rem]:w-11',
}

/**
 * Two-line rows, for a list with more columns than a tablet has room for: where they do not fit side by side, some stand above
 * one another, in the header too, so that nothing is out of sight. Tables have about 735 px on a screen of 768 or 1024 px,
 * 1000 on one of 1280 with a scrollbar, 1160 on one of 1440, 1630 on one of 1920.
 */
export type TwoLines = {
  /** The widths of what stands side by side, as a class. */
  tracks: string
  /** The place of each column, by its id, as a class. */
  places: Readonly<Record<string, string>>
  /** It has the most columns: its rows have two lines up to the widest screens. */
  isWide?: boolean
}

const TWO_LINES = {
  row: 'two-lines:grid two-lines:items-start two-lines:py-1.5 two-lines:*:h-auto two-lines:*:w-auto two-lines:*:border-0 two-lines:*:pt-0 two-lines:*:pb-px',
  line: 'two-lines:not-first:border-t',
  sum: 'two-lines:border-t-2 two-lines:border-ink',
}

const PHONE_PLACES = {
  /** Before both lines: a picture, a box to choose the row by. */
  lead: 'max-md:[grid-area:lead] max-md:mr-2.5 max-md:self-center',
  topStart: 'max-md:[grid-area:top] max-md:min-w-0 max-md:wrap-break-word',
  topEnd:
    'max-md:[grid-area:top-end] max-md:text-label min-[22.5rem]:max-md:pl-2 min-[22.5rem]:max-md:text-right',
  bottomStart: 'max-md:[grid-area:bottom] max-md:min-w-0 max-md:wrap-break-word',
  bottomEnd: 'max-md:[grid-area:bottom-end] max-md:pl-2 max-md:text-right',
  /** Another cell says it. */
  hidden: 'max-md:hidden',
  /** Not in the two lines: the row can be opened to see it. */
  folded: 'max-md:hidden',
  /** After both lines; on the narrowest phones below them. */
  end: 'max-md:[grid-area:end] min-[22.5rem]:max-md:pl-1',
  /** Below the lines. */
  below: 'max-md:col-start-2 max-md:-col-end-1 max-md:mt-1',
}
const PHONE_LINES = 'max-md:grid max-md:items-center max-md:gap-y-0.5'
const PHONE_AREAS =
  "min-[22.5rem]:max-md:[grid-template:'lead_top_top-end_end_toggle'_auto_'lead_bottom_bottom-end_end_toggle'_auto/auto_minmax(0,1fr)_fit-content(36%)_auto_auto]"
/** Where nothing stands at the end of the first line, that line is longer. */
const PHONE_AREAS_LONG_TOP =
  "min-[22.5rem]:max-md:[grid-template:'lead_top_top_end_toggle'_auto_'lead_bottom_bottom-end_end_toggle'_auto/auto_minmax(0,1fr)_fit-content(36%)_auto_auto]"
const NARROW_AREAS =
  "max-[22.5rem]:[grid-template:'lead_top_top_toggle'_auto_'lead_bottom_bottom-end_toggle'_auto_'lead_end_end_toggle'_auto/auto_minmax(0,1fr)_fit-content(36%)_auto]"
/** On the narrowest phones a long name has its line to itself, and what stands at the ends of both lines is a third one. */
const NARROW_AREAS_LONG_NAME =
  "max-[22.5rem]:[grid-template:'lead_top_top_toggle'_auto_'lead_bottom_bottom_toggle'_auto_'lead_top-end_bottom-end_toggle'_auto_'lead_end_end_toggle'_auto/auto_minmax(0,1fr)_fit-content(40%)_auto]"
const WITH_HEADER =
  'max-md:col-start-2 max-md:-col-end-1 max-md:grid max-md:grid-cols-[6rem_minmax(0,1fr)] max-md:gap-3 max-md:before:text-label max-md:before:leading-[1.75] max-md:before:text-muted max-md:before:content-[attr(data-label)] max-md:has-[[data-nothing]]:hidden'

// It sticks to the window, on a tablet below the bar. A low window keeps no header.
const STICKY = 'md:tall:sticky md:tall:top-0 md:max-lg:tall:top-14 md:z-2'
/** The room at the sides of a cell. */
const PADDING = 'md:px-1.5 md:first:pl-4 md:@min-[76rem]:px-2'
/** Where it is the last one that can be seen: a phone's toggle is after it. */
const LAST = 'md:pr-3 md:@min-[76rem]:pr-3'
/** More room before a text whose column follows right-aligned numbers. */
const AFTER_NUMBERS = 'md:pl-3'

const folds = <Row,>(columns: readonly Column<Row>[]) => columns.some(({ phone }) => phone === 'folded')

function paddingOf<Row>(columns: readonly Column<Row>[], at: number): string {
  const afterNumbers = columns[at - 1]?.align && !columns[at]?.align
  return [PADDING, afterNumbers ? AFTER_NUMBERS : '', at === columns.length - 1 ? LAST : ''].join(' ')
}

type HeadProps<Row> = {
  columns: readonly Column<Row>[]
  lines: TwoLines | undefined
}

export function Head<Row>({ columns, lines }: HeadProps<Row>) {
  // The lines of a header in two lines would stick over one another.
  const sticky =
    lines &&
    `two-lines:block two-lines:bg-card two-lines:border-b two-lines:border-line two-lines:tall:sticky two-lines:tall:z-2 two-lines:tall:max-lg:top-14 two-lines:tall:lg:top-0`
  return (
    // On a phone the header is seen only while the box in it that chooses all rows has the focus.
    <thead
      // biome-ignore lint/a11y/noRedundantRoles: a table that is laid out as cards loses its meaning without them
      role="rowgroup"
      className={`text-label text-muted max-md:not-focus-within:sr-only ${sticky ?? ''}`}
    >
      <tr
        // biome-ignore lint/a11y/noRedundantRoles: as above
        role="row"
        className={`max-md:flex max-md:px-3.5 max-md:py-2 ${lines ? `${TWO_LINES.row} ${lines.tracks} two-lines:*:static` : ''}`}
      >
        {columns.map(({ id, header, headerCell, width, align, quietHeader }, at) => (
          <th
            key={id}
            // biome-ignore lint/a11y/noRedundantRoles: as above
            role="columnheader"
            scope="col"
            className={`border-b border-line bg-card py-2.5 align-bottom font-semibold ${STICKY} ${paddingOf(columns, at)} ${width ? WIDTHS[width] : ''} ${align ? 'text-right' : ''} ${headerCell ? '' : 'max-md:sr-only'} ${lines?.places[id] ?? ''}`}
          >
            {headerCell ?? (quietHeader ? <span className="sr-only">{header}</span> : header)}
          </th>
        ))}
        {folds(columns) && (
          // biome-ignore lint/a11y/noRedundantRoles: as above
          <th role="columnheader" scope="col" className="max-md:sr-only md:hidden">
            <span className="sr-only">More</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type TableRowProps<Row> = {
  columns: readonly Column<Row>[]
  className?: string | undefined
  /** The column that holds the row's link: on a phone it comes first. */
  linkColumn?: string | undefined
  /** True while its content is on its way: there is nothing to open. */
  loading?: boolean
  /** True if it sums up the rows above it. */
  sum?: boolean
  lines?: TwoLines | undefined
  /** The content of a column's cell. */
  children: (column: Column<Row>) => ReactNode
}

/**
 * A row of the body or of the sums. On a phone it is two lines, with what has no place there below them; if that is folded, a
 * button opens it: every column has its header then.
 */
export function TableRow<Row>({
  columns,
  className = '',
  linkColumn,
  sum = false,
  loading = false,
  lines,
  children,
}: TableRowProps<Row>) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const hasToggle = folds(columns)
  const nameColumn = sum
    ? columns[0]?.id
    : (linkColumn ?? columns.find(({ phone }) => phone === 'topStart')?.id)
  const has = (place: Column<Row>['phone']) => columns.some(({ phone }) => phone === place)
  const phoneAreas = [
    has('topEnd') ? PHONE_AREAS : PHONE_AREAS_LONG_TOP,
    has('topEnd') || has('lead') ? NARROW_AREAS_LONG_NAME : NARROW_AREAS,
  ].join(' ')
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: as above
      role="row"
      data-open={open || undefined}
      className={`group relative border-line max-md:px-3.5 max-md:py-3 max-md:not-first:border-t ${PHONE_LINES} ${phoneAreas} ${lines ? `${TWO_LINES.row} ${sum ? TWO_LINES.sum : TWO_LINES.line} ${lines.tracks}` : ''} ${className}`}
    >
      {columns.map((column, at) => {
        const { header, align, quietHeader } = column
        const isName = column.id === nameColumn
        const content = children(column)
        const isUnlabelled = quietHeader || (sum && (at === 0 || content === undefined))
        const cellStyle = [
          'md:h-13 md:py-0.75 md:leading-[1.3]',
          sum ? 'md:border-t-2 md:border-ink' : 'border-line md:border-t md:group-first:border-t-0',
          paddingOf(columns, at),
          align ? 'whitespace-nowrap tabular-nums md:text-right' : '',
          isName ? PHONE_PLACES.topStart : phonePlace(column, open),
          lines?.places[column.id] ?? '',
        ].join(' ')
        // One box, whatever is in it: on a phone the label stands beside it. Amounts are never shortened, and what can be
        // pressed has a ring around it. A number that is wider than its column sticks out where it begins: there is room before it.
        const box =
          align || quietHeader
            ? { className: align ? 'md:flex md:justify-end' : '' }
            : { 'data-truncate': true, className: truncateStyle }
        return (
          <td
            key={column.id}
            id={isName && hasToggle ? `${id}-name` : undefined}
            // biome-ignore lint/a11y/noRedundantRoles: as above
            role="cell"
            data-label={isUnlabelled ? undefined : header}
            className={cellStyle}
          >
            <div {...box}>{content}</div>
          </td>
        )
      })}
      {hasToggle && (
        // biome-ignore lint/a11y/noRedundantRoles: as above
        <td role="cell" className="self-center [grid-area:toggle] md:hidden">
          <button
            id={`${id}-toggle`}
            type="button"
            className={`${iconButtonStyle} relative z-1 -my-2.5 -mr-3 size-11 text-muted disabled:invisible aria-expanded:[&>svg]:rotate-180`}
            aria-label="Show all of"
            aria-labelledby={`${id}-toggle ${id}-name`}
            aria-expanded={open}
            disabled={loading}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden />
          </button>
        </td>
      )}
    </tr>
  )
}

/** The classes of a cell on a phone. @param open the row shows everything that it has */
function phonePlace<Row>({ phone, quietHeader }: Column<Row>, open: boolean): string {
  if (phone === undefined) return quietHeader ? '' : WITH_HEADER
  const movesBelow = open && !quietHeader && phone !== 'hidden'
  return movesBelow ? WITH_HEADER : PHONE_PLACES[phone]
}
