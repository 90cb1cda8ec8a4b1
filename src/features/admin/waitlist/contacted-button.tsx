import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#src/components/ui/button.tsx'
import type { WaitlistDetail } from '#src/contracts/admin/waitlist.ts'
import { messageOf } from '#src/features/admin/shared/error-banner.tsx'
import { notify } from '#src/features/admin/shared/toasts.tsx'
import { entryQuery, WAITLIST, waitlistApi } from './queries.ts'

/** `Mark Contacted` or `Mark Uncontacted` (§2): it says what the entry is to be, so a second press is the same press. */
export function ContactedButton({ entry: { id, contacted } }: { entry: WaitlistDetail }) {
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => waitlistApi.setContacted(id, !contacted),
    onSuccess: async (now) => {
      cache.setQueryData(entryQuery(id).queryKey, (entry) => entry && { ...entry, ...now })
      notify.success(now.contacted ? 'Marked as contacted' : 'Marked as not contacted')
      await cache.invalidateQueries({ queryKey: WAITLIST })
    },
    onError: (error) => notify.error(messageOf(error, 'Failed to update the waitlist')),
  })
  return (
    <Button
      type="button"
      look={contacted ? 'quiet' : 'action'}
      busy={isPending}
      onClick={() => !isPending && mutate()}
    >
      {contacted ? 'Mark Uncontacted' : 'Mark Contacted'}
    </Button>
  )
}
