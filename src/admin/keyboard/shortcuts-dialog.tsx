import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { SCREENS } from '#src/admin/screens.ts'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { CheckLabel } from '#src/admin/ui/form-layout.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { useModifierKey } from './keyboard.tsx'
import { lettersAreOn, setLetters } from './shortcuts.ts'

const ANYWHERE = [
  { keys: ['/'], label: 'Search this list' },
  { keys: ['j'], label: 'Next row' },
  { keys: ['k'], label: 'Previous row' },
  { keys: ['Enter'], label: 'Open the row' },
  { keys: ['F6'], label: 'Go to the notices' },
  { keys: ['?'], label: 'Show this list' },
]

/** While orders are given to shops. */
const AT_THE_DESK = [
  { keys: ['j'], label: 'Next order' },
  { keys: ['k'], label: 'Previous order' },
  { keys: ['1', '9'], label: 'Choose a shop' },
  { keys: ['Enter'], label: 'Assign' },
  { keys: ['u'], label: 'Undo the last one' },
]

/** Every shortcut, and a way to do without those that are single letters. */
export function ShortcutsDialog(props: Openable) {
  const close = useRef<HTMLButtonElement>(null)
  const modifier = useModifierKey()
  return (
    <FormDialog {...props} title="Keyboard shortcuts" initialFocus={close}>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[1.25fr_1fr]">
        <Shortcuts title="Anywhere">
          {[{ keys: [modifier, 'K'], label: 'Search everything' }, ...ANYWHERE]}
        </Shortcuts>
        <Shortcuts title="Go to">
          {SCREENS.flatMap(({ key, label }) => (key ? [{ keys: ['g', key], label }] : []))}
        </Shortcuts>
        <Shortcuts title="Assign Orders">{AT_THE_DESK}</Shortcuts>
      </div>
      <CheckLabel>
        <input
          type="checkbox"
          defaultChecked={lettersAreOn()}
          onChange={({ target }) => setLetters(target.checked)}
        />
        Use single keys as shortcuts in this browser
      </CheckLabel>
      <div className="flex justify-end">
        <Dialog.Close ref={close} render={<Button type="button" />}>
          Close
        </Dialog.Close>
      </div>
    </FormDialog>
  )
}

type ShortcutsProps = { title: string; children: readonly { keys: readonly string[]; label: string }[] }

function Shortcuts({ title, children }: ShortcutsProps) {
  return (
    <section>
      <h3 className="mb-2 text-label font-semibold text-muted">{title}</h3>
      <dl className="flex flex-col gap-1.5">
        {children.map(({ keys, label }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd className="flex flex-none gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-md border border-line bg-paper px-1.5 py-0.5 text-center text-small"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
