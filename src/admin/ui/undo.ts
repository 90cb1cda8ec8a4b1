import { messageOf } from './error-banner.tsx'
import { notify } from './toasts.tsx'

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
  const onUndo = async () => {
    if (pressed) return
    pressed = true
    notify.undoing(about)
    try {
      const undone = await undo()
      notify.close(about)
      notify.success(...undone)
    } catch (error) {
      notify.close(about)
      notify.error(messageOf(error, failure))
    }
  }
  notify.undoable({ about, lines, onUndo })
}
