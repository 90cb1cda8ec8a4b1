import { useQueryClient } from '@tanstack/react-query'
import type { WaitlistDetail } from '#api/waitlist/schema.ts'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { entryQuery, WAITLIST, waitlistApi } from './queries.ts'

/** `Mark Contacted` or `Mark Uncontacted` (§2): it says what the entry is to be, so a second press is the same press. */
export function ContactedButton({ entry: { id, contacted } }: { entry: WaitlistDetail }) {
  const cache = useQueryClient()
  const mark = async () => {
    const now = await waitlistApi.setContacted(id, !contacted)
    cache.setQueryData(entryQuery(id).queryKey, (entry) => entry && { ...entry, ...now })
    notify.success(now.contacted ? 'Marked as contacted' : 'Marked as not contacted')
    await cache.invalidateQueries({ queryKey: WAITLIST })
  }
  return (
    <ActionButton look={contacted ? 'quiet' : 'action'} run={mark} failure="Failed to update the waitlist">
      {contacted ? 'Mark Uncontacted' : 'Mark Contacted'}
    </ActionButton>
  )
}
