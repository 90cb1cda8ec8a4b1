import Download from 'lucide-react/icons/download'
import type { WaitlistFilter } from '#src/contracts/admin/waitlist.ts'
import { ActionButton } from '#src/features/admin/shared/action-button.tsx'
import { waitlistApi } from './queries.ts'

/** Brings what the filter lets through, whole, as a file. */
export function CsvButton({ filter }: { filter: WaitlistFilter }) {
  const download = async () => {
    const { file, name } = await waitlistApi.csv(filter)
    keep(file, name)
  }
  return (
    <ActionButton look="quiet" run={download} failure="Failed to export the waitlist">
      <Download aria-hidden />
      Download CSV
    </ActionButton>
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
