import { useBlocker } from '@tanstack/react-router'
import { ask } from './confirm-dialog.tsx'

type UnsavedGuardProps = {
  unsaved: () => boolean
  title?: string
  description?: string
  stay?: string
  /** A part of the paths on which nothing is lost. */
  keptOn?: string
}

/** Asks before leaving what would be lost: inside the app by a dialog, out of it by the browser's. */
export function UnsavedGuard({
  unsaved,
  title = 'Leave without saving?',
  description = 'Your changes haven’t been saved and will be lost.',
  stay = 'Keep editing',
  keptOn,
}: UnsavedGuardProps) {
  const isKeptOn = (pathname: string) => keptOn !== undefined && pathname.includes(keptOn)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!unsaved() || current.pathname === next.pathname || isKeptOn(next.pathname)) return false
      const leave = { title, action: 'Leave', cancel: stay, children: <p>{description}</p> }
      return !(await ask({ ...leave, onConfirm: () => {} }))
    },
    enableBeforeUnload: unsaved,
  })
  return null
}
