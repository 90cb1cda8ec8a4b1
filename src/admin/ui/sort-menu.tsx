import type { Direction } from '#domain/order-sorts.ts'
import { ChoiceMenu } from './choice-menu.tsx'

type Way<Sort> = { sort: Sort | undefined; direction: Direction | undefined }

type SortMenuProps<Sort> = {
  /** How the list can be sorted, the usual way first: neither sort nor direction. */
  ways: readonly (Way<Sort> & { label: string })[]
  now: Way<Sort>
  onChange: (way: Way<Sort>) => void
}

/** How a list is sorted; the address holds it. */
export function SortMenu<Sort extends string>({ ways, now, onChange }: SortMenuProps<Sort>) {
  const at = ways.findIndex(({ sort, direction }) => sort === now.sort && direction === now.direction)
  return (
    <ChoiceMenu
      label="Sort"
      options={ways.map(({ label }, value) => ({ value, label }))}
      value={Math.max(0, at)}
      onChange={(value) => onChange({ sort: ways[value]?.sort, direction: ways[value]?.direction })}
    />
  )
}
