import { CommandPalette } from './command-palette.tsx'
import type { OpenDialog } from './keyboard.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

export type KeyboardDialogProps = { open: OpenDialog; onClose: () => void }

/** Both dialogs in one file to fetch. */
export function KeyboardDialogs({ open, onClose }: KeyboardDialogProps) {
  return (
    <>
      <CommandPalette open={open === 'palette'} onClose={onClose} />
      <ShortcutsDialog open={open === 'help'} onClose={onClose} />
    </>
  )
}
