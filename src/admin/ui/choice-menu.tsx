import { Menu } from '@base-ui/react/menu'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode, RefObject } from 'react'

export const menuItemStyle =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 outline-none data-checked:font-semibold data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-blush [&>svg]:size-[1.0625rem] [&>svg]:flex-none'

type MenuPopupProps = {
  /** Where it opens and where the focus goes afterwards, if its trigger is not the menu's own. */
  anchor?: RefObject<HTMLElement | null>
  finalFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The box that a menu opens. */
export function MenuPopup({ anchor, finalFocus, children }: MenuPopupProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner className="z-40 outline-none" sideOffset={6} align="start" anchor={anchor}>
        <Menu.Popup
          {...(finalFocus && { finalFocus })}
          className="max-h-(--available-height) min-w-48 overflow-y-auto overscroll-contain rounded-field border border-line bg-card p-1.5 shadow-soft outline-none"
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}

/** One way to show a list: its label, and the parameters of the address that mean it. */
type Option = { label: string } & Readonly<Record<string, string | undefined>>

type ChoiceMenuProps = {
  /** The name of the choice. */
  label: string
  /** The usual one first: its parameters are undefined. */
  options: readonly Option[]
  /** Below the choices, something that is on while the address says `yes` to its name. */
  toggle?: { label: string; name: string }
}

type Search = Record<string, unknown>

/** One of several, behind a button that shows what is chosen: a list's filter or its order, which the address holds. */
export function ChoiceMenu({ label, options, toggle }: ChoiceMenuProps) {
  const navigate = useNavigate()
  const address: Search = useSearch({ strict: false })
  const set = (next: Search) =>
    navigate({ to: '.', search: (now: Search) => ({ ...now, ...next }), resetScroll: false })
  const isChosen = ({ label: _, ...search }: Option) =>
    Object.entries(search).every(([name, value]) => address[name] === value)
  const chosen = Math.max(0, options.findIndex(isChosen))
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className="button button-quiet pr-2.5 pl-3.5 font-medium data-chosen:border-rose data-chosen:bg-blush data-chosen:font-semibold data-chosen:text-rose-deep"
        // A choice stands out unless it is the first one, which narrows nothing.
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
            const { label: _, ...search } = options[at] ?? {}
            void set({ page: undefined, ...search })
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
              checked={address[toggle.name] === 'yes'}
              onCheckedChange={(on) => void set({ [toggle.name]: on ? 'yes' : undefined })}
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
