import { useStore } from '@nanostores/react'
import { useQueryClient } from '@tanstack/react-query'
import { atom } from 'nanostores'
import { useRef } from 'react'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { notifyWaiting } from '#src/admin/waitlist/queries.ts'
import type { Waiting } from './queries.ts'

/** ZIP codes that were just added and for which people wait: the screen that a save leads to asks about them. */
const $waiting = atom<Waiting>([])

export function offerToNotify(waiting: Waiting): void {
  $waiting.set(waiting)
}

/** Offers to write to those who wait for what was just added. Later is possible, too: on the waitlist's screens. */
export function NotifyWaiting() {
  const asked = useStore($waiting)
  // Keeps its text while it fades out.
  const shown = useRef(asked)
  if (asked.length > 0) shown.current = asked
  const waiting = shown.current
  const cache = useQueryClient()
  const send = async () => {
    const { notified } = await notifyWaiting(waiting.map(({ zip }) => zip))
    $waiting.set([])
    notify.success(`${people(notified)} will be notified`)
    await cache.invalidateQueries({ queryKey: ['waitlist'] })
  }
  const all = waiting.reduce((sum, { count }) => sum + count, 0)
  return (
    <ConfirmDialog
      open={asked.length > 0}
      onOpenChange={(open) => !open && $waiting.set([])}
      title={`${people(all)} ${all === 1 ? 'is' : 'are'} waiting for these ZIP codes. Notify them?`}
      action={`Notify ${people(all)}`}
      cancel="Not Now"
      onConfirm={send}
      failure="The emails could not be sent. Please try again."
    >
      <p className="tabular-nums max-h-40 overflow-y-auto">
        {waiting.map(({ zip, count }) => (count > 1 ? `${zip} (${count})` : zip)).join(', ')}
      </p>
      <p>
        Each gets one email that says we deliver there now, with a link to unsubscribe. You can also do this
        later, from the waitlist.
      </p>
    </ConfirmDialog>
  )
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
