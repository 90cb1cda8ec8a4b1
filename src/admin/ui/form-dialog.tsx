import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import type { FormDialogProps } from './dialog-popup.tsx'

/** A dialog with a form or a text in it. */
export function FormDialog(props: FormDialogProps) {
  return <LazyPart load={LAZY_PARTS.dialog} props={props} />
}
