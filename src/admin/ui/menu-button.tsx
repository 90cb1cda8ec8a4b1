import { type ReactNode, useRef, useState } from 'react'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import type { MenuPart } from './menu-popup.tsx'

type MenuButtonProps = {
  className: string
  /** The button's name, where it is not its text. */
  label?: string
  title?: string
  /** True if what is chosen in it narrows or changes what one sees. */
  chosen?: boolean
  busy?: boolean
  menu: readonly MenuPart[]
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A button that opens a menu. The menu is fetched and made when it first opens: a list has seven of them. */
export function MenuButton(props: MenuButtonProps) {
  const { className, label, title, chosen = false, busy = false, menu, onOpenChange, children } = props
  const [open, setOpen] = useState(false)
  const [byKeys, setByKeys] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const set = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        title={title}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy || undefined}
        data-chosen={chosen || undefined}
        data-popup-open={open || undefined}
        onClick={({ detail }) => {
          // A press of Enter or the space bar counts no clicks.
          setByKeys(detail === 0)
          set(!open)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setByKeys(true)
          set(true)
        }}
      >
        {children}
      </button>
      <LazyPart load={LAZY_PARTS.menu} props={{ open, onOpenChange: set, byKeys, trigger, menu }} />
    </>
  )
}
