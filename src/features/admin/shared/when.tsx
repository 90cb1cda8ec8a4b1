import { formatDateTime } from '#src/domain/dates.ts'

/** A stamp in the reader's own zone, `Jun 4, 2026 at 3:05 PM` (§9). @param at ISO instant */
export function When({ at, zone }: { at: string; zone?: string }) {
  return (
    <time dateTime={at} className="figures">
      {formatDateTime(new Date(at), zone)}
    </time>
  )
}
