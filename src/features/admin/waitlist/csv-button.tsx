import Download from 'lucide-react/icons/download'
import type { WaitlistFilter } from '#src/contracts/admin/waitlist.ts'
import { ActionButton } from '#src/features/admin/shared/action-button.tsx'
import { keepFile } from '#src/features/admin/shared/keep-file.ts'
import { waitlistApi } from './queries.ts'

/** Brings what the filter lets through, whole, as a file. */
export function CsvButton({ filter }: { filter: WaitlistFilter }) {
  const download = async () => {
    const { file, name } = await waitlistApi.csv(filter)
    keepFile(file, name)
  }
  return (
    <ActionButton look="quiet" run={download} failure="Failed to export the waitlist">
      <Download aria-hidden />
      Download CSV
    </ActionButton>
  )
}
