import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { type ReactElement, type RefObject, useRef } from 'react'
import type { Openable } from '#src/admin/lazy-part.tsx'

/** One of several; choosing it closes the menu. */
type Choice = {
  kind: 'choice'
  label: string
  options: readonly { label: string }[]
  /** The place among the options. */
  chosen: number
  onChoose: (at: number) => void
}

type Checkbox = {
  kind: 'checkbox'
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** True if the menu stays open for the next one. */
  staysOpen?: boolean
}

type Action = {
  kind: 'action'
  label: string
  icon: ReactElement
  /** True for the one that is shown already. */
  current?: boolean
  /** Absent: it cannot be chosen now. */
  onChoose?: (() => void) | undefined
}

/** The parts of a menu, from top to bottom. */
export type MenuPart = Choice | Checkbox | Action | { kind: 'note'; text: string } | { kind: 'separator' }

const ITEM =
  'group flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 outline-none data-checked:font-semibold data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-blush [&>svg]:size-[1.0625rem] [&>svg]:flex-none'

type MenuPopupProps = Openable & {
  /** It was opened from the keyboard: the first entry has the focus then. */
  byKeys: boolean
  /** The button that opens it. */
  trigger: RefObject<HTMLButtonElement | null>
  menu: readonly MenuPart[]
}

/** The box that a button opens, with all that can be chosen in it. */
export function MenuPopup({ open, onOpenChange, byKeys, trigger, menu }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Menu.Root
      modal={false}
      open={open}
      onOpenChange={(next, { event }) => {
        // The press of the button closes it, after this one.
        const { target } = event
        if (target instanceof Node && trigger.current?.contains(target)) return
        onOpenChange(next)
      }}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen && byKeys) popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
      }}
    >
      <Menu.Portal>
        <Menu.Positioner className="z-40 outline-none" sideOffset={6} align="start" anchor={trigger}>
          <Menu.Popup
            ref={popup}
            finalFocus={trigger}
            className="max-h-(--available-height) min-w-48 overflow-y-auto overscroll-contain rounded-field border border-line bg-card p-1.5 shadow-soft outline-none"
          >
            {menu.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a saved view may have the name of another entry
              <Part key={at} part={part} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Part({ part }: { part: MenuPart }) {
  switch (part.kind) {
    case 'choice':
      return (
        <Menu.RadioGroup value={part.chosen} onValueChange={part.onChoose} aria-label={part.label}>
          {part.options.map(({ label }, at) => (
            <Menu.RadioItem key={label} value={at} closeOnClick className={ITEM}>
              <CheckMark />
              <span>{label}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )
    case 'checkbox':
      return (
        <Menu.CheckboxItem
          checked={part.checked}
          onCheckedChange={part.onChange}
          closeOnClick={!part.staysOpen}
          className={ITEM}
        >
          <CheckMark />
          <span>{part.label}</span>
        </Menu.CheckboxItem>
      )
    case 'action':
      return (
        <Menu.Item
          className={ITEM}
          aria-current={part.current}
          disabled={!part.onChoose}
          onClick={part.onChoose}
        >
          {part.icon}
          <span className="max-w-64 truncate">{part.label}</span>
        </Menu.Item>
      )
    case 'note':
      return (
        <Menu.Item disabled className="px-3 py-2 text-small text-muted">
          {part.text}
        </Menu.Item>
      )
    case 'separator':
      return <Menu.Separator className="my-1.5 h-px bg-line" />
  }
}

function CheckMark() {
  return <Check aria-hidden className="invisible group-data-checked:visible" />
}
