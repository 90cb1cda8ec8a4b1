import type { DangerReason } from './broken-promise.ts'

/** Why a promise is in danger, as a sentence. */
export const DANGER_LABELS: Readonly<Record<DangerReason, string>> = {
  late: 'The florist will be late.',
  no_room: 'There was no room for it, and no florist has accepted it.',
  no_florist: 'No florist is left to ask.',
  too_late: 'No florist has accepted it, and there is too little time to make and deliver it.',
}
