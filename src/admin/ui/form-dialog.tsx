import type { FormDialogProps } from './form-dialog-view.tsx'
import { DialogOnDemand, onDemand } from './on-demand.tsx'

const view = onDemand(async () => (await import('./form-dialog-view.tsx')).FormDialogView)

/** A dialog with a form in it. */
export function FormDialog(props: FormDialogProps) {
  return <DialogOnDemand part={view} dialog={props} />
}
