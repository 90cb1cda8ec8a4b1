/** A text without random ids and hashes: they may hold any few digits in a row, also those that are searched for. */
export function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/g, '')
}
