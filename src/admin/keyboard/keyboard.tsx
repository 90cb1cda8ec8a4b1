import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { notify } from '#src/admin/ui/toasts.tsx'
import type { KeyboardDialogProps } from './dialogs.tsx'
import { listenToShortcuts } from './shortcuts.ts'

export type OpenDialog = 'palette' | 'help' | null

type KeyboardProps = { open: OpenDialog; onOpenChange: (open: OpenDialog) => void }

/** The shortcuts of the app, and their dialogs, which are fetched when one is first asked for. */
export function Keyboard({ open, onOpenChange }: KeyboardProps) {
  const navigate = useNavigate()
  const [Dialogs, setDialogs] = useState<ComponentType<KeyboardDialogProps>>()
  useEffect(() => {
    const stop = listenToShortcuts({
      openPalette: () => onOpenChange('palette'),
      openHelp: () => onOpenChange('help'),
      goTo: (to) => void navigate({ to }),
    })
    return stop
  }, [navigate, onOpenChange])
  const missing = open !== null && !Dialogs
  useEffect(() => {
    if (!missing) return
    import('./dialogs.tsx')
      .then(({ KeyboardDialogs }) => setDialogs(() => KeyboardDialogs))
      .catch(() => {
        onOpenChange(null)
        notify.error('This could not be loaded. Please try again.')
      })
  }, [missing, onOpenChange])
  return Dialogs && <Dialogs open={open} onClose={() => onOpenChange(null)} />
}
