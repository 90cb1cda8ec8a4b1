import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIsFirstRender } from '#src/admin/first-screen.tsx'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { listenToShortcuts } from './shortcuts.ts'

export type OpenDialog = 'palette' | 'help' | null

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
      <LazyPart load={LAZY_PARTS.commandPalette} props={dialog('palette')} />
      <LazyPart load={LAZY_PARTS.shortcuts} props={dialog('help')} />
    </>
  )
}

/** The text on the key that goes with K. The server does not know it, and says Ctrl. */
export function useModifierKey(): string {
  const isFirst = useIsFirstRender()
  return !isFirst && /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
}
