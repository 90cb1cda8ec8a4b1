import { UNDO_MS } from '#domain/undo.ts'
import { attempt, notify, toastText, withToasts } from './toasts.tsx'

type UndoableChange = {
  /** The record, which is at one version: of its changes only the last one can be undone. */
  about: string
  /** The change and its consequences. */
  lines: readonly string[]
  /** Takes it back, also when its screen is gone by then. Returns what to say about it. */
  undo: () => Promise<readonly string[]>
  /** Shown when undoing fails without a message of its own. */
  failure: string
}

/** Says that something was done and offers `Undo` for a while. A second press of it does nothing. */
export function offerUndo({ about, lines, undo, failure }: UndoableChange): void {
  let pressed = false
  const onClick = async () => {
    if (pressed) return
    pressed = true
    // It stays until it is closed.
    const actionProps = { children: 'Undoing…', 'aria-disabled': true }
    withToasts((toasts) => toasts.update(about, { timeout: 0, actionProps }))
    await attempt(async () => {
      const undone = await undo().finally(() => withToasts((toasts) => toasts.close(about)))
      notify.success(...undone)
    }, failure)
  }
  withToasts((toasts) =>
    toasts.add({
      id: about,
      title: 'Success',
      description: toastText(lines, 'Press F6 to get to Undo.'),
      type: 'success',
      timeout: UNDO_MS,
      actionProps: { children: 'Undo', onClick },
    }),
  )
}
