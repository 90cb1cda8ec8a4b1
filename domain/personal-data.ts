const DAY_MS = 24 * 60 * 60_000

/** Whoever finds a buyer’s link in an old mailbox does not read there where somebody lives. */
export const PERSONAL_DATA_DAYS = 28

/**
 * True if a buyer’s own link still shows people, address and card: until some weeks after the promised time.
 * @param promisedBy ISO instant
 */
export function showsPersonalData(promisedBy: string, now: Date): boolean {
  return now.getTime() < Date.parse(promisedBy) + PERSONAL_DATA_DAYS * DAY_MS
}
