import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DialogOnDemand, onDemand } from '#src/admin/ui/on-demand.tsx'
import { listenToShortcuts } from './shortcuts.ts'

export type OpenDialog = 'palette' | 'help' | null

const palette = onDemand(async () => (await import('./command-palette.tsx')).CommandPalette)
const help = onDemand(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

type KeyboardProps = { open: OpenDialog; onOpenChange: (open: OpenDialog) => void }

/** The shortcuts of the app, and their dialogs. */
export function Keyboard({ open, onOpenChange }: KeyboardProps) {
  const navigate = useNavigate()
  useEffect(() => {
    const stop = listenToShortcuts({
      openPalette: () => onOpenChange('palette'),
      openHelp: () => onOpenChange('help'),
      goTo: (to) => void navigate({ to }),
    })
    return stop
  }, [navigate, onOpenChange])
  const dialog = (name: OpenDialog) => ({
    open: open === name,
    onOpenChange: (next: boolean) => onOpenChange(next ? name : null),
  })
  return (
    <>
      <DialogOnDemand part={palette} dialog={dialog('palette')} />
      <DialogOnDemand part={help} dialog={dialog('help')} />
    </>
  )
}
