import type { ConfirmDialogProps } from './confirm-dialog-view.tsx'
import { DialogOnDemand, onDemand } from './on-demand.tsx'

const view = onDemand(async () => (await import('./confirm-dialog-view.tsx')).ConfirmDialogView)

/** Asks before something that cannot be undone. The focus begins at Cancel; a second press while it works does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return <DialogOnDemand part={view} dialog={props} />
}
