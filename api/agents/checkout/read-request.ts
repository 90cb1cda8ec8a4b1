import * as z from 'zod/mini'
import type { Message } from '#api/agents/call.ts'
import { jsonPath } from '#api/agents/request.ts'
import { normaliseSpaces, normaliseText } from '#domain/text.ts'

/** The fields of a place or a buyer as plain lines; a field that was not sent is absent. */
export type SentFields<Name extends string> = Partial<Record<Name, string>>

const BUYER = ['first_name', 'last_name', 'email', 'phone_number'] as const
export const ADDRESS = [
  'first_name',
  'last_name',
  'phone_number',
  'street_address',
  'extended_address',
  'address_locality',
  'address_region',
  'postal_code',
  'address_country',
] as const
export type SentBuyer = SentFields<(typeof BUYER)[number]>
export type SentAddress = SentFields<(typeof ADDRESS)[number]>

/** A line of a request. @property unit the machine name of the unit, with its scale: `C62:0` is one piece; null: none was said */
export type SentLine = { itemId: string; quantity: number; unit: string | null }

/** A create or update as it was sent: everything that the shop has no use for is left out. */
export type SentCheckout = {
  lines: readonly SentLine[]
  buyer: SentBuyer
  /** The address that is selected or stands alone; null: none was sent. */
  address: (SentAddress & { id: string | null }) | null
  /** The id of an address that is selected but was not sent; null: none. */
  selectedAddressId: string | null
  optionId: string | null
  claimsEligibility: boolean
  /** Faults of the request that change nothing else. */
  messages: readonly Message[]
}

/** Longer lines than any field of the form takes are not stored. */
const LINE_MAX = 1000
const LINES_MAX = 100
const METHOD = '$.fulfillment.methods[0]'

const anything = z.optional(z.unknown())
const line = z.object({
  item: z.object({
    id: z.string().check(z.minLength(1), z.maxLength(200)),
    quantity_unit: z.optional(
      z.nullable(z.object({ unit: z.string().check(z.maxLength(50)), scale: z.optional(z.int()) })),
    ),
  }),
  quantity: z.optional(z.int().check(z.gte(1))),
})
const body = z.object({
  line_items: z.array(line).check(z.minLength(1), z.maxLength(LINES_MAX)),
  buyer: anything,
  context: anything,
  fulfillment: anything,
})

/**
 * Reads the body of a create or an update. Unknown fields, and those that only answers have, do not count.
 * @returns the messages of a refusal where the lines cannot be read: then there is nothing to sell
 */
export function readCheckout(sent: unknown): SentCheckout | { faults: [Message, ...Message[]] } {
  const read = body.safeParse(sent)
  if (!read.success) {
    const [first, ...rest] = read.error.issues.slice(0, 10).map(({ path }) => fault(jsonPath(path)))
    return { faults: [first ?? fault('$'), ...rest] }
  }
  const { line_items, buyer, context, fulfillment } = read.data
  const messages: Message[] = []
  const method = objectOf(listOf(objectOf(fulfillment)['methods'])[0])
  const addresses = listOf(method['destinations']).map(objectOf)
  const selected = idOf(method['selected_destination_id'])
  const at = selected === null ? 0 : addresses.findIndex(({ id }) => id === selected)
  const found = addresses[at]
  const address = found && {
    ...fieldsOf(found, ADDRESS, `${METHOD}.destinations[0]`, messages),
    id: idOf(found['id']),
  }
  const group = objectOf(listOf(method['groups'])[0])
  const claims = objectOf(context)['eligibility']
  return {
    lines: line_items.map(({ item, quantity = 1 }) => ({
      itemId: item.id,
      quantity,
      unit: item.quantity_unit ? `${item.quantity_unit.unit}:${item.quantity_unit.scale ?? 0}` : null,
    })),
    buyer: fieldsOf(objectOf(buyer), BUYER, '$.buyer', messages),
    address: address ?? null,
    selectedAddressId: address ? null : selected,
    optionId: idOf(group['selected_option_id']),
    claimsEligibility: Array.isArray(claims) && claims.length > 0,
    messages,
  }
}

const fault = (path: string): Message => ({
  type: 'error',
  code: 'invalid',
  path,
  content: 'This part of the request is missing or cannot be read.',
  severity: 'recoverable',
})

/** The lines of an object, as the shop takes text in. What is no text, or far too long, is named and left out. */
function fieldsOf<Name extends string>(
  from: Record<string, unknown>,
  names: readonly Name[],
  at: string,
  messages: Message[],
): SentFields<Name> {
  const fields: SentFields<Name> = {}
  for (const name of names) {
    const value = from[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string' || value.length > LINE_MAX) messages.push(fault(`${at}.${name}`))
    else {
      const taken = normaliseSpaces(normaliseText(value))
      if (taken !== '') fields[name] = taken
    }
  }
  return fields
}

/** An id that somebody else has made: no longer than an id is. */
function idOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
