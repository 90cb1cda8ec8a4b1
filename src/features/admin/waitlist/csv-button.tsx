import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import type { WaitlistFilter } from '#src/contracts/admin/waitlist.ts'
import { messageOf } from '#src/features/admin/shared/error-banner.tsx'
import { notify } from '#src/features/admin/shared/toasts.tsx'
import { waitlistApi } from './queries.ts'

/** Brings what the filter lets through, whole, as a file. */
export function CsvButton({ filter }: { filter: WaitlistFilter }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { file, name } = await waitlistApi.csv(filter)
      keep(file, name)
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

function keep(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: some browsers begin the download after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
