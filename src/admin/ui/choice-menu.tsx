import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import type { Direction } from '#domain/order-sorts.ts'

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
      <Menu.Trigger className="button button-quiet menu-button" data-chosen={chosen > 0 || undefined}>
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
            <Menu.RadioItem key={option.label} value={at} closeOnClick className="menu-item">
              <Check aria-hidden className="menu-mark" />
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
      <Menu.Separator className="menu-line" />
      <Menu.CheckboxItem checked={on} onCheckedChange={onChange} closeOnClick className="menu-item">
        <Check aria-hidden className="menu-mark" />
        {label}
      </Menu.CheckboxItem>
    </>
  )
}

/** What a menu opens into. */
export function MenuPopup({ children }: { children: ReactNode }) {
  return (
    <Menu.Portal>
      <Menu.Positioner className="menu-place" sideOffset={6} align="start">
        <Menu.Popup className="menu-popup">{children}</Menu.Popup>
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
