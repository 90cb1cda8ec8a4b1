import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import type { WaitlistFilter } from '#src/contracts/admin/waitlist.ts'
import { messageOf } from '#src/features/admin/shared/error-banner.tsx'
import { keepFile } from '#src/features/admin/shared/keep-file.ts'
import { notify } from '#src/features/admin/shared/toasts.tsx'
import { waitlistApi } from './queries.ts'

/** Brings what the filter lets through, whole, as a file. */
export function CsvButton({ filter }: { filter: WaitlistFilter }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { file, name } = await waitlistApi.csv(filter)
      keepFile(file, name)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to export the waitlist'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button type="button" look="quiet" busy={busy} onClick={() => !busy && download()}>
      <Download aria-hidden />
      Download CSV
    </Button>
  )
}
