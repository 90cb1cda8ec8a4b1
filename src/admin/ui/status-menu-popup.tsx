import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import type { RefObject } from 'react'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { MenuPopup, menuItemStyle } from './choice-menu.tsx'
import { statusDotStyle } from './class-names.ts'

type StatusMenuPopupProps = Openable & {
  /** The button that opens it. */
  trigger: RefObject<HTMLButtonElement | null>
  now: string
  /** `tone`: classes of its colour. */
  options: readonly { status: string; label: string; tone: string }[]
  /** @param at the place among the options */
  onChoose: (at: number) => void
}

/** The menu of all statuses. */
export function StatusMenuPopup({
  open,
  onOpenChange,
  trigger,
  now,
  options,
  onChoose,
}: StatusMenuPopupProps) {
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
    >
      <MenuPopup anchor={trigger} finalFocus={trigger}>
        <Menu.RadioGroup
          value={options.findIndex(({ status }) => status === now)}
          onValueChange={onChoose}
          aria-label="Status"
        >
          {options.map(({ status, label, tone }, at) => (
            <Menu.RadioItem key={status} value={at} closeOnClick className={`group ${menuItemStyle} ${tone}`}>
              <Check aria-hidden className="invisible group-data-checked:visible" />
              <span aria-hidden className={statusDotStyle} />
              <span>{label}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuPopup>
    </Menu.Root>
  )
}
