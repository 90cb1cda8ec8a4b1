import { type ComponentProps, useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import type { Column } from './table-cells.tsx'

function Box(props: ComponentProps<'input'>) {
  return (
    <label className="relative z-1 -mx-3 -my-3.5 grid size-11 cursor-pointer place-items-center">
      <input {...props} type="checkbox" />
    </label>
  )
}

export type Selection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>

/** Rows of a list that are chosen to do something with all of them. @param nameOf what a row is called */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // Rows that are out of sight are not acted on.
  const chosen = (rows ?? []).filter(({ id }) => ids.has(id))
  const all = rows !== undefined && rows.length > 0 && chosen.length === rows.length
  const toggle = (id: string) =>
    setIds((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const column: Column<Row> = {
    id: 'select',
    header: 'Select',
    quietHeader: true,
    width: 'box',
    phone: 'lead',
    headerCell: (
      <Box
        aria-label="Select all rows"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && !all
        }}
        onChange={() => setIds(new Set(all ? [] : rows?.map(({ id }) => id)))}
      />
    ),
    cell: (row) => (
      <Box aria-label={`Select ${nameOf(row)}`} checked={ids.has(row.id)} onChange={() => toggle(row.id)} />
    ),
  }
  return { column, chosen, clear: () => setIds(new Set()) }
}

type SelectionBarProps = {
  /** `3 orders selected` */
  text: string
  onClear: () => void
  /** The actions on the chosen rows. */
  children: Elements
}

/** Offers actions on the chosen rows, at the bottom of the window while there are any. */
export function SelectionBar({ text, onClear, children }: SelectionBarProps) {
  return (
    <section
      aria-label="Selected rows"
      data-bottom-bar
      className="sticky bottom-3 z-3 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-card px-4 py-3 shadow-soft"
    >
      <p role="status" className="flex-1 font-semibold whitespace-nowrap">
        {text}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="button" look="quiet" onClick={onClear}>
          Clear
        </Button>
        {children}
      </div>
    </section>
  )
}
