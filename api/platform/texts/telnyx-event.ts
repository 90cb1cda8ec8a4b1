import * as z from 'zod/mini'
import { AppError } from '#api/errors.ts'
import type { TextDelivery, TextEvent } from './texts.ts'

const DETAIL_MAX = 200

/** The ends of a text, by the provider's words for them; everything else is on its way. */
const STATES: ReadonlyMap<string, TextDelivery['state']> = new Map([
  ['delivered', 'delivered'],
  // The carrier never said whether it arrived.
  ['delivery_unconfirmed', 'delayed'],
  ['sending_failed', 'failed'],
  ['delivery_failed', 'failed'],
  ['expired', 'failed'],
])

// The parts of an event that are read, and no more: the provider may add what it likes.
const instant = z
  .string()
  .check(z.refine((text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))))
const name = z.string().check(z.minLength(1), z.maxLength(200))
const envelope = <T extends z.ZodMiniType>(payload: T) =>
  z.looseObject({ data: z.looseObject({ id: name, event_type: name, occurred_at: instant, payload }) })
const anyEvent = z.looseObject({ data: z.looseObject({ id: name, event_type: name }) })
const finalized = envelope(
  z.looseObject({
    id: name,
    to: z.array(z.looseObject({ status: z.string() })).check(z.minLength(1)),
    errors: z.catch(z.array(z.looseObject({ code: z.coerce.string(), title: z.string() })), []),
  }),
)
const received = envelope(
  z.looseObject({
    from: z.looseObject({ phone_number: z.string() }),
    // A picture may come without a word.
    text: z.optional(z.nullable(z.string())),
  }),
)

/**
 * Reads an event whose signature was found good.
 * @throws AppError `malformed`
 */
export function readTextEvent(body: string): TextEvent {
  const { id, event_type: type } = read(anyEvent, body).data
  if (type === 'message.received') {
    const { data } = read(received, body)
    const { from, text } = data.payload
    return { kind: 'received', id, at: instantOf(data), from: from.phone_number, text: text ?? '' }
  }
  if (type !== 'message.finalized') return { kind: 'other', id, type }
  const { data } = read(finalized, body)
  const { to, errors, id: providerMessageId } = data.payload
  const state = STATES.get(to[0]?.status ?? '')
  if (!state) return { kind: 'other', id, type }
  // Its `detail` may quote a number; code and title do not.
  const detail = errors.map(({ code, title }) => `${code} ${title}`).join('; ')
  return {
    kind: 'delivery',
    id,
    at: instantOf(data),
    providerMessageId,
    state,
    detail: detail.slice(0, DETAIL_MAX) || null,
  }
}

const instantOf = (data: { occurred_at: string }) => new Date(data.occurred_at).toISOString()

function read<T extends z.ZodMiniType>(schema: T, body: string): z.infer<T> {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    throw new AppError('malformed')
  }
}
