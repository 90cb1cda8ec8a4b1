import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { UNDO_MS } from '#domain/undo.ts'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import type { ToastManager } from './toast-view.tsx'

/** What is to be shown once the script for it is here. */
const waiting: ((manager: ToastManager) => unknown)[] = []
const $wanted = atom(false)
let shown: ToastManager | undefined

/** Shows or changes toasts, as soon as there is a place for them. */
function withToasts(use: (manager: ToastManager) => unknown): void {
  if (shown) use(shown)
  else waiting.push(use)
  $wanted.set(true)
}

type Offer = {
  /** What the change is about: another offer about the same takes the place of this one. */
  about: string
  lines: readonly string[]
  onUndo: () => void
}

/** Says in passing what came of something (titles `Success` and `Error`). */
export const notify = {
  /** @param lines the message, and what follows from it */
  success: (...lines: string[]) =>
    withToasts((toasts) =>
      toasts.add({ title: 'Success', description: <Lines lines={lines} />, type: 'success' }),
    ),
  error: (description: string, title = 'Error') =>
    withToasts((toasts) =>
      toasts.add({ title, description, type: 'error', priority: 'high', timeout: 10_000 }),
    ),
  /** Offers to take a change back. */
  undoable: ({ about, lines, onUndo }: Offer) =>
    withToasts((toasts) =>
      toasts.add({
        id: about,
        title: 'Success',
        description: (
          <>
            <Lines lines={lines} />
            <p className="sr-only">Press F6 to get to Undo.</p>
          </>
        ),
        type: 'success',
        timeout: UNDO_MS,
        actionProps: { children: 'Undo', onClick: onUndo },
      }),
    ),
  /** The offer was taken: it stays until it is closed. */
  undoing: (about: string) =>
    withToasts((toasts) =>
      toasts.update(about, {
        timeout: 0,
        actionProps: { children: 'Undoing…', 'aria-disabled': true },
      }),
    ),
  close: (about: string) => withToasts((toasts) => toasts.close(about)),
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <p key={line}>{line}</p>)
}

/** There is a place for toasts from now on. */
function onReady(manager: ToastManager): void {
  shown = manager
  for (const use of waiting.splice(0)) use(manager)
}

/** Where toasts appear, once in the app. */
export function Toasts() {
  const open = useStore($wanted, { ssr: 'initial' })
  return <LazyPart load={LAZY_PARTS.toasts} props={{ open, onOpenChange: $wanted.set, onReady }} />
}
