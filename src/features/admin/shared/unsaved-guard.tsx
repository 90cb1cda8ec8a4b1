import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before leaving a form with changes that were not saved: inside the app by a dialog, out of it by the browser's. */
export function UnsavedGuard({ unsaved }: { unsaved: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      action="Leave"
      cancel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
    >
      <p>What you changed here has not been saved and would be lost.</p>
    </ConfirmDialog>
  )
}
