import Check from 'lucide-react/icons/check'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { nextByKey } from './arrow-keys.ts'

/** An entry that does something or can be chosen; it closes the menu. */
type Entry = {
  label: string
  /** Absent: it cannot be chosen now. */
  onChoose?: (() => void) | undefined
} & (
  | {
      kind: 'action'
      icon: ReactElement
      /** True for the one that is shown already. */
      current?: boolean
    }
  /** One of several. */
  | { kind: 'choice'; checked: boolean }
  /** On or off by itself. */
  | { kind: 'checkbox'; checked: boolean; staysOpen?: boolean }
)

/** The parts of a menu, from top to bottom. */
export type MenuPart = Entry | { kind: 'note'; text: string } | { kind: 'separator' }

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

const ENTRY = '[role^=menuitem]:enabled'

/** A button that opens a menu: the browser's own popover, which closes on Escape and on a press beside it. */
export function MenuButton(props: MenuButtonProps) {
  const { className, label, title, chosen = false, busy = false, menu, onOpenChange, children } = props
  const id = useId()
  // Its entries are made when it first opens: a list has seven menus.
  const [isMade, setMade] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={label}
        title={title}
        aria-haspopup="menu"
        aria-busy={busy || undefined}
        data-chosen={chosen || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.currentTarget.click()
        }}
      >
        {children}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        className="inset-auto m-0 mt-1.5 max-h-[60dvh] min-w-48 overflow-y-auto overscroll-contain rounded-field border border-line bg-card p-1.5 text-ink shadow-soft [position-area:block-end_span-inline-end] [position-try-fallbacks:flip-block,flip-inline]"
        onBeforeToggle={() => setMade(true)}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') currentTarget.querySelector<HTMLElement>(ENTRY)?.focus()
          onOpenChange?.(newState === 'open')
        }}
        onKeyDown={moveFocus}
      >
        {isMade &&
          menu.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a saved view may have the name of another entry
            <Part key={at} part={part} menu={id} />
          ))}
      </div>
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if (key === 'Tab') currentTarget.hidePopover()
  const next = nextByKey(key, [...currentTarget.querySelectorAll<HTMLElement>(ENTRY)])
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Part({ part, menu }: { part: MenuPart; menu: string }) {
  if (part.kind === 'separator') return <hr className="my-1.5 border-line" />
  if (part.kind === 'note') {
    return (
      <div role="menuitem" aria-disabled tabIndex={-1} className="px-3 py-2 text-small text-muted">
        {part.text}
      </div>
    )
  }
  const closes: ComponentProps<'button'> = { popoverTarget: menu, popoverTargetAction: 'hide' }
  return (
    <button
      type="button"
      {...rolesOf(part)}
      {...(part.kind === 'checkbox' && part.staysOpen ? {} : closes)}
      tabIndex={-1}
      className="flex min-h-10 w-full cursor-pointer items-center gap-2.5 rounded-md px-3 text-left outline-none hover:bg-blush focus:bg-blush focus-visible:shadow-none disabled:cursor-not-allowed disabled:bg-transparent disabled:text-muted aria-checked:font-semibold [&>svg]:size-[1.0625rem] [&>svg]:flex-none"
      disabled={!part.onChoose}
      onClick={part.onChoose}
    >
      {part.kind === 'action' ? part.icon : <Check aria-hidden className={part.checked ? '' : 'invisible'} />}
      <span className="max-w-64 truncate">{part.label}</span>
    </button>
  )
}

function rolesOf(part: Entry) {
  if (part.kind === 'action') return { role: 'menuitem', 'aria-current': part.current }
  return { role: part.kind === 'choice' ? 'menuitemradio' : 'menuitemcheckbox', 'aria-checked': part.checked }
}
