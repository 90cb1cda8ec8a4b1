import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef, useState } from 'react'
import { SCREENS } from '#src/admin/screens.ts'
import { dialogStyle } from '#src/admin/ui/class-names.ts'
import { Button } from '#src/components/ui/button.tsx'
import { useModifierKey } from './modifier-key.ts'
import { lettersAreOn, setLetters } from './shortcuts.ts'

const ANYWHERE = [
  { keys: ['/'], label: 'Search this list' },
  { keys: ['j'], label: 'Next row' },
  { keys: ['k'], label: 'Previous row' },
  { keys: ['Enter'], label: 'Open the row' },
  { keys: ['F6'], label: 'Go to the notices' },
  { keys: ['?'], label: 'Show this list' },
]

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Every shortcut, and a way to do without those that are single letters. */
export function ShortcutsDialog({ open, onOpenChange }: DialogProps) {
  const [letters, setOn] = useState(lettersAreOn)
  const close = useRef<HTMLButtonElement>(null)
  const modifier = useModifierKey()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyle.backdrop} />
        <Dialog.Popup className={dialogStyle.popup} initialFocus={close}>
          <Dialog.Title className={dialogStyle.title}>Keyboard shortcuts</Dialog.Title>
          <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[1.25fr_1fr]">
            <Shortcuts title="Anywhere">
              {[{ keys: [modifier, 'K'], label: 'Search everything' }, ...ANYWHERE]}
            </Shortcuts>
            <Shortcuts title="Go to">
              {SCREENS.flatMap(({ key, label }) => (key ? [{ keys: ['g', key], label }] : []))}
            </Shortcuts>
          </div>
          <label className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              checked={letters}
              onChange={({ target }) => {
                setLetters(target.checked)
                setOn(target.checked)
              }}
            />
            Use single keys as shortcuts in this browser
          </label>
          <div className="flex justify-end">
            <Dialog.Close ref={close} render={<Button type="button" />}>
              Close
            </Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Shortcuts({ title, children }: { title: string; children: typeof ANYWHERE }) {
  return (
    <section>
      <h3 className="mb-2 text-label font-semibold text-muted">{title}</h3>
      <dl className="flex flex-col gap-1.5">
        {children.map(({ keys, label }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd className="flex flex-none gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="min-w-7 rounded-md border border-line bg-paper px-1.5 py-0.5 text-center text-small">
      {children}
    </kbd>
  )
}
