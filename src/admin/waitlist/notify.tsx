import type { QueryClient } from '@tanstack/react-query'
import { ask } from '#src/admin/ui/confirm-dialog.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { notifyWaiting, WAITLIST } from './queries.ts'

/** ZIP codes that are served, with the number of entries that wait for each. */
export type WaitingZips = readonly { zip: string; count: number }[]

/** Asks before people are written to, since an email cannot be taken back. Does nothing where nobody waits. */
export async function askToNotify({ waiting }: { waiting: WaitingZips }, cache: QueryClient): Promise<void> {
  const [only] = waiting
  if (!only) return
  const isDone = await ask({
    title: waiting.length === 1 ? `Notify people waiting for ${only.zip}?` : 'Notify everyone waiting?',
    action: 'Notify',
    cancel: 'Not now',
    onConfirm: async () => {
      const { notified } = await notifyWaiting(waiting.map(({ zip }) => zip))
      notify.success(successText(notified))
    },
    failure: 'Failed to notify the waitlist',
    children: (
      <>
        <p>{`${entriesWait(waiting)} for ZIP codes we now serve:`}</p>
        <p className="max-h-40 overflow-y-auto tabular-nums">
          {waiting.map(({ zip, count }) => `${zip} (${count.toLocaleString('en-US')})`).join(', ')}
        </p>
        <p>
          Each person gets one email that says we deliver there now, with a link to unsubscribe. Nobody is
          emailed twice. Sent emails can’t be recalled.
        </p>
      </>
    ),
  })
  if (isDone) await cache.invalidateQueries({ queryKey: WAITLIST })
}

/** `1 entry is waiting`, `1,204 entries are waiting` */
export function entriesWait(zips: WaitingZips): string {
  const entries = zips.reduce((sum, { count }) => sum + count, 0)
  return entries === 1 ? '1 entry is waiting' : `${entries.toLocaleString('en-US')} entries are waiting`
}

function successText(people: number): string {
  if (people === 0) return 'Everyone had already been notified'
  return people === 1 ? 'Notifying 1 person' : `Notifying ${people.toLocaleString('en-US')} people`
}
