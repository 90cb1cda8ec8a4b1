import { formatMarketTime } from '#domain/dates.ts'
import type { OrderEvent } from './events.ts'

/** The parts of an order of which its florist has to hear again when they change. */
export const FLORIST_PARTS = [
  'card message',
  'recipient',
  'recipient’s phone',
  'sender’s phone',
  'address',
  'delivery instructions',
  'wish for missing flowers',
] as const
export type FloristPart = (typeof FLORIST_PARTS)[number]

/** The events that change fields of an order; `data.fields` has each with what it was and is. */
export const CORRECTIONS = ['corrected', 'changed_by_buyer'] as const satisfies OrderEvent[]

const PART_OF_FIELD: Readonly<Record<string, FloristPart>> = {
  apologyNote: 'card message',
  recipientName: 'recipient',
  recipientPhone: 'recipient’s phone',
  customerPhone: 'sender’s phone',
  deliveryAddress: 'address',
  deliveryUnit: 'address',
  deliveryCity: 'address',
  deliveryState: 'address',
  deliveryZip: 'address',
  deliveryInstructions: 'delivery instructions',
  substitutionPreference: 'wish for missing flowers',
}

/** An entry of an order's log; `data.fields` has what a correction changed: `{ before, after }` by field. */
type LoggedEvent = { kind: string; data: Readonly<Record<string, unknown>>; createdAt: string }

export type FloristChange = {
  part: FloristPart
  /** ISO instant of the last change. */
  at: string
}

/**
 * Lists what of an order differs from when a florist was asked. A change that was taken back is left out.
 * @param events of the order's log, oldest first
 * @param since ISO instant
 */
export function changesSince(events: readonly LoggedEvent[], since: string): FloristChange[] {
  const changed = new Map<string, { before: string | null; after: string | null; at: string }>()
  for (const { kind, data, createdAt } of events) {
    if (!CORRECTIONS.some((event) => event === kind) || createdAt < since) continue
    for (const [field, { before, after }] of Object.entries(fieldsOf(data['fields']))) {
      changed.set(field, { before: (changed.get(field) ?? { before }).before, after, at: createdAt })
    }
  }
  const different = [...changed].filter(([, { before, after }]) => before !== after)
  return FLORIST_PARTS.flatMap((part) => {
    const times = different.flatMap(([field, { at }]) => (PART_OF_FIELD[field] === part ? [at] : []))
    const at = times.sort().at(-1)
    return at === undefined ? [] : [{ part, at }]
  })
}

/**
 * A line for each change: `Card message, Tue Jun 4, 3:05 PM`.
 * @param zone the market's (IANA)
 * @param reader the reader's zone; null for paper
 */
export function changeLines(
  changes: readonly FloristChange[],
  zone: string,
  reader?: string | null,
): string[] {
  return changes.map(
    ({ part, at }) => `${capitalised(part)}, ${formatMarketTime(new Date(at), zone, 'short', reader)}`,
  )
}

/** The parts that a correction of these fields is about. */
export function partsOfFields(fields: readonly string[]): FloristPart[] {
  return FLORIST_PARTS.filter((part) => fields.some((field) => PART_OF_FIELD[field] === part))
}

/** `Card message, address and delivery instructions`. */
export function listOfParts(parts: readonly FloristPart[]): string {
  const last = parts.at(-1) ?? ''
  const text = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
  return capitalised(text)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Fields = Readonly<Record<string, { before: string | null; after: string | null }>>

function fieldsOf(fields: unknown): Fields {
  return typeof fields === 'object' && fields !== null ? (fields as Fields) : {}
}
