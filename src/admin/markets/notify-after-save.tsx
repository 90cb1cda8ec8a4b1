import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { WithoutFlorist } from '#domain/market-orders.ts'
import { NotifyDialog, type WaitingZips } from '#src/admin/waitlist/notify-dialog.tsx'
import { confirmingFlorist } from './questions.tsx'

/**
 * ZIP codes that were just added and for which people wait: the screen that a save leads to offers to write to them. Later is
 * possible, too: on the waitlist's screens.
 */
const $waiting = atom<WaitingZips>([])

/** Saves a market or a shop, asking the same, and offers to write to those who wait for what it now delivers to. */
export async function saveAskingFlorist(
  write: (confirmed?: WithoutFlorist) => Promise<{ waiting: WaitingZips }>,
): Promise<void> {
  const { waiting } = await confirmingFlorist(write)
  $waiting.set(waiting)
}

/** On the screens that a save leads to. */
export function NotifyAfterSave() {
  return <NotifyDialog waiting={useStore($waiting)} onClose={() => $waiting.set([])} />
}
