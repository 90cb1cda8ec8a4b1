import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { messageOf } from './error-banner.tsx'
import type { ToastManager } from './toast-view.tsx'

const $wanted = atom(false)
/** There once the script of toasts is. Browser only. */
const { promise: manager, resolve: onReady } = Promise.withResolvers<ToastManager>()

/** Shows or changes toasts, as soon as there is a place for them. */
export function withToasts(use: (manager: ToastManager) => unknown): void {
  void manager.then(use)
  $wanted.set(true)
}

/** The lines of a toast. @param hint for screen readers, after them */
export function toastText(lines: readonly string[], hint?: string) {
  return (
    <>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {hint && <p className="sr-only">{hint}</p>}
    </>
  )
}

/** Says in passing what came of something (titles `Success` and `Error`). */
export const notify = {
  /** @param lines the message, and what follows from it */
  success: (...lines: string[]) =>
    withToasts((toasts) => toasts.add({ title: 'Success', description: toastText(lines), type: 'success' })),
  error: (description: string, title = 'Error') =>
    withToasts((toasts) =>
      toasts.add({ title, description, type: 'error', priority: 'high', timeout: 10_000 }),
    ),
}

/** Does something, and says what kept it from being done. @param failure the words for a failure that has none of its own */
export async function attempt(run: () => Promise<unknown>, failure: string): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof NotConfirmed) return
    notify.error(messageOf(error, failure))
  }
}

/** Where toasts appear, once in the app. */
export function Toasts() {
  const open = useStore($wanted, { ssr: 'initial' })
  return <LazyPart load={LAZY_PARTS.toasts} props={{ open, onOpenChange: $wanted.set, onReady }} />
}
