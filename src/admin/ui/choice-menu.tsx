import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import type { Direction } from '#domain/order-sorts.ts'

export const menuItemStyle =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 outline-none data-checked:font-semibold data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-blush [&>svg]:size-[1.0625rem] [&>svg]:flex-none'

type Option<Value> = { value: Value; label: string }

type ChoiceMenuProps<Value> = {
  /** What is chosen between. */
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** What else the menu offers, below the choices. */
  children?: ReactNode
}

/** One of several, behind a button that shows what is chosen: a list's filter. */
export function ChoiceMenu<Value>({ label, options, value, onChange, children }: ChoiceMenuProps<Value>) {
  const chosen = options.findIndex((option) => option.value === value)
  const shown = options[chosen]?.label
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        // What is chosen stands out unless it is the first choice, which narrows nothing.
        className="button button-quiet pr-2.5 pl-3.5 font-medium data-chosen:border-rose data-chosen:bg-blush data-chosen:font-semibold data-chosen:text-rose-deep"
        data-chosen={chosen > 0 || undefined}
      >
        <span className="sr-only">{label}: </span>
        {shown}
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <MenuPopup>
        <Menu.RadioGroup
          value={chosen}
          onValueChange={(at: number) => {
            const next = options[at]
            if (next) onChange(next.value)
          }}
          aria-label={label}
        >
          {options.map((option, at) => (
            <Menu.RadioItem key={option.label} value={at} closeOnClick className={`group ${menuItemStyle}`}>
              <Check aria-hidden className="invisible group-data-checked:visible" />
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {children}
      </MenuPopup>
    </Menu.Root>
  )
}

type MenuSwitchProps = { label: string; on: boolean; onChange: (on: boolean) => void }

/** Something that is on or off, in a menu. */
export function MenuSwitch({ label, on, onChange }: MenuSwitchProps) {
  return (
    <>
      <Menu.Separator className="my-1.5 h-px bg-line" />
      <Menu.CheckboxItem
        checked={on}
        onCheckedChange={onChange}
        closeOnClick
        className={`group ${menuItemStyle}`}
      >
        <Check aria-hidden className="invisible group-data-checked:visible" />
        {label}
      </Menu.CheckboxItem>
    </>
  )
}

/** What a menu opens into. */
export function MenuPopup({ children }: { children: ReactNode }) {
  return (
    <Menu.Portal>
      <Menu.Positioner className="z-40 outline-none" sideOffset={6} align="start">
        <Menu.Popup className="min-w-48 rounded-field border border-line bg-card p-1.5 shadow-soft outline-none">
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}

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
