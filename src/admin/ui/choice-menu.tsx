import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ComponentType } from 'react'
import type { Direction } from '#domain/admin-lists.ts'
import { MenuPopup, menuItemStyle } from './menu-popup.tsx'

type Option<Value> = { value: Value; label: string }

type ChoiceMenuProps<Value> = {
  /** What is chosen between. */
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Something that is on or off, below the choices. */
  toggle?: { label: string; on: boolean; onChange: (on: boolean) => void }
}

/** One of several, behind a button that shows what is chosen: a list's filter. */
export function ChoiceMenu<Value>({ label, options, value, onChange, toggle }: ChoiceMenuProps<Value>) {
  const chosen = options.findIndex((option) => option.value === value)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className="button button-quiet pr-2.5 pl-3.5 font-medium data-chosen:border-rose data-chosen:bg-blush data-chosen:font-semibold data-chosen:text-rose-deep"
        // What is chosen stands out unless it is the first choice, which narrows nothing.
        data-chosen={chosen > 0 || undefined}
      >
        <span className="sr-only">{`${label}: `}</span>
        <span>{options[chosen]?.label}</span>
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
              <span>{option.label}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {toggle && (
          <>
            <Menu.Separator className="my-1.5 h-px bg-line" />
            <Menu.CheckboxItem
              checked={toggle.on}
              onCheckedChange={toggle.onChange}
              closeOnClick
              className={`group ${menuItemStyle}`}
            >
              <Check aria-hidden className="invisible group-data-checked:visible" />
              <span>{toggle.label}</span>
            </Menu.CheckboxItem>
          </>
        )}
      </MenuPopup>
    </Menu.Root>
  )
}

type ActionMenuProps = {
  /** What the button is called. */
  label: string
  actions: readonly { label: string; icon: ComponentType<{ 'aria-hidden': true }>; run: () => void }[]
}

/** What is done now and then, behind a button with three dots. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button button-quiet px-2.75" aria-label={label}>
        <Ellipsis aria-hidden />
      </Menu.Trigger>
      <MenuPopup>
        {actions.map(({ label, icon: Icon, run }) => (
          <Menu.Item key={label} className={menuItemStyle} onClick={run}>
            <Icon aria-hidden />
            <span>{label}</span>
          </Menu.Item>
        ))}
      </MenuPopup>
    </Menu.Root>
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
