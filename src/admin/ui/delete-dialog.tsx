import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { iconButtonStyle } from './class-names.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { messageOf } from './error-banner.tsx'
import type { Target } from './link-button.tsx'
import { NotConfirmed } from './not-confirmed.ts'
import { notify } from './toasts.tsx'

/** The question before something is deleted, and what deleting it does. */
export type Deletion = {
  title: string
  description: ReactNode
  /** What the button says. */
  label?: string
  /**
   * @param close closes the question, before another one is asked
   * @throws NotConfirmed when that one was cancelled
   */
  run: (close: () => void) => Promise<unknown>
  /** Shown in a toast. */
  success: string
  /** Shown in the dialog when the failure has no message of its own. */
  failure: string
  /** A refusal that is shown as a toast with a title of its own, instead of in the dialog. */
  refusal?: (error: unknown) => { title: string } | null
  /** The part of the cache that is not true any more. */
  touches: readonly unknown[]
}

type DeleteDialogProps = {
  deletion: Deletion
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Leads away, where the screen is the deleted thing's own. */
  onDeleted?: () => Promise<void>
}

/** Asks, deletes, reports the result. */
export function DeleteDialog({ deletion, open, onOpenChange, onDeleted }: DeleteDialogProps) {
  const cache = useQueryClient()
  const { title, description, label = 'Delete', run, success, failure, refusal, touches } = deletion
  const confirm = async () => {
    try {
      await run(() => onOpenChange(false))
    } catch (thrown) {
      if (thrown instanceof NotConfirmed) return
      const refused = refusal?.(thrown)
      if (!refused) throw thrown
      notify.error(messageOf(thrown, failure), refused.title)
      return onOpenChange(false)
    }
    notify.success(success)
    onOpenChange(false)
    // Or else the screen would ask for what is not there any more.
    await onDeleted?.()
    await cache.invalidateQueries({ queryKey: touches })
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      action={label}
      onConfirm={confirm}
      failure={failure}
    >
      {description}
    </ConfirmDialog>
  )
}

type RowActionsProps = {
  /** Of the row, for screen readers: `Edit Really Bad`. */
  name: string
  edit: Target
  deletion: Deletion
}

/** Edit and delete at the end of a row. */
export function RowActions({ name, edit, deletion }: RowActionsProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="relative z-1 flex gap-1 max-md:-mb-1.5 max-md:-ml-2.5 md:justify-end">
      <Link
        {...edit}
        className={`${iconButtonStyle} size-10 text-muted hover:text-rose-deep`}
        aria-label={`Edit ${name}`}
        title="Edit"
      >
        <Pencil aria-hidden />
      </Link>
      <button
        type="button"
        className={`${iconButtonStyle} size-10 text-muted hover:text-rose-deep`}
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => setAsking(true)}
      >
        <Trash aria-hidden />
      </button>
      <DeleteDialog deletion={deletion} open={asking} onOpenChange={setAsking} />
    </div>
  )
}
