import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { notifyWaiting, WAITLIST, type WaitlistDemand } from './queries.ts'

const NAMED = 5

/** ZIP codes that are served, with those who wait for them. */
export type Served = readonly WaitlistDemand['zips'][number][]

/** Asks before people are written to, since a mail cannot be taken back. Open while there is somebody to write to. */
export function NotifyDialog({ served, onClose }: { served: Served; onClose: () => void }) {
  const cache = useQueryClient()
  // Keeps its text while it fades out.
  const shown = useRef(served)
  if (served.length > 0) shown.current = served
  const zipCodes = shown.current.map(({ zipCode }) => zipCode)
  const waiting = shown.current.reduce((sum, entry) => sum + entry.waiting, 0)
  const send = async () => {
    const { notified } = await notifyWaiting(zipCodes)
    notify.success(successText(notified))
    onClose()
    await cache.invalidateQueries({ queryKey: WAITLIST })
  }
  return (
    <ConfirmDialog
      open={served.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={zipCodes.length === 1 ? `Notify people waiting for ${zipCodes[0]}?` : 'Notify everyone waiting?'}
      action="Notify"
      onConfirm={send}
      failure="Failed to notify the waitlist"
    >
      <p>
        {`${waiting === 1 ? '1 entry is' : `${waiting.toLocaleString('en-US')} entries are`} waiting for ${listed(zipCodes)}. Each person gets one email that says we deliver there now, with a link to unsubscribe.`}
      </p>
      <p>Nobody is emailed twice. Sent emails can’t be recalled.</p>
    </ConfirmDialog>
  )
}

function successText(people: number): string {
  if (people === 0) return 'Everyone had already been notified'
  return people === 1 ? 'Notifying 1 person' : `Notifying ${people.toLocaleString('en-US')} people`
}

function listed(zipCodes: readonly string[]): string {
  const more = zipCodes.length - NAMED
  return `${zipCodes.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
