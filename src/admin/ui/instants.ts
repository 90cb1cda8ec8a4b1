import { formatDateTime } from '#domain/dates.ts'

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A message of the API with its ISO instants as the reader's own clock shows them (decisions.md, Names). */
export function withTimes(message: string): string {
  return message.replace(INSTANT, (at) => formatDateTime(new Date(at)))
}
