import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { ConfirmButton } from './confirm-dialog.tsx'
import { notify } from './toasts.tsx'

/** The question before something is deleted, and what deleting it does. */
export type Deletion = {
  title: string
  description: ReactNode
  /** The label of the button. */
  label?: string
  /** @throws NotConfirmed when nothing was done */
  run: () => Promise<unknown>
  /** Shown in a toast. */
  success: string
  /** Shown in the dialog when the failure has no message of its own. */
  failure: string
  /** The part of the cache that is not true any more. */
  touches: readonly unknown[]
}

type DeleteButtonProps = {
  deletion: Deletion
  /** Leads away, where the screen is the deleted thing's own. */
  onDeleted?: () => Promise<void>
  /** Another button than the usual one. */
  button?: (ask: () => void) => ReactElement
}

/** Asks, deletes, reports the result. */
export function DeleteButton({ deletion, onDeleted, button }: DeleteButtonProps) {
  const cache = useQueryClient()
  const { title, description, label = 'Delete', run, success, failure, touches } = deletion
  return (
    <ConfirmButton
      label={button ?? label}
      danger
      title={title}
      action={label}
      run={async () => {
        await run()
        notify.success(success)
      }}
      onDone={async () => {
        // Or else the screen would ask for what is not there any more.
        await onDeleted?.()
        await cache.invalidateQueries({ queryKey: touches })
      }}
      failure={failure}
    >
      {description}
    </ConfirmButton>
  )
}
