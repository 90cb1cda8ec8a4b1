import * as z from 'zod/mini'
import { AppError } from '#api/errors.ts'
import type { DeliveryState } from '#domain/outbox.ts'
import type { MailEvent } from './mail.ts'

const DETAIL_MAX = 500

/** The provider's events about a message, and what they make of it. */
const STATES: ReadonlyMap<string, DeliveryState> = new Map([
  ['email.delivered', 'delivered'],
  ['email.delivery_delayed', 'delayed'],
  ['email.failed', 'failed'],
  ['email.suppressed', 'suppressed'],
  ['email.bounced', 'bounced'],
  ['email.complained', 'complained'],
])
const LIFTED = 'suppression.removed'

// The parts of an event that are read, and no more: the provider may add what it likes.
const instant = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))))
const reason = z.optional(z.looseObject({ message: z.optional(z.string()), reason: z.optional(z.string()) }))
const anyEvent = z.looseObject({ type: z.string(), created_at: instant })
const messageEvent = z.extend(anyEvent, {
  data: z.looseObject({
    email_id: z.string(),
    to: z.array(z.string()),
    tags: z.catch(z.optional(z.record(z.string(), z.string())), undefined),
    bounce: reason,
    suppressed: reason,
    failed: reason,
  }),
})
const liftedEvent = z.extend(anyEvent, { data: z.looseObject({ email: z.string() }) })

/** The tag that carries our id of a message to the provider and back. */
export const REFERENCE_TAG = 'message_id'

/**
 * Reads an event whose signature was found good.
 * @param id of the request, the same when it is sent again
 * @throws AppError `malformed`
 */
export function readMailEvent(body: string, id: string): MailEvent {
  const { type, created_at } = read(anyEvent, body)
  const at = new Date(created_at).toISOString()
  const state = STATES.get(type)
  if (state) {
    const { data } = read(messageEvent, body)
    const { bounce, suppressed, failed } = data
    const detail = bounce?.message ?? suppressed?.message ?? failed?.reason ?? null
    return {
      id,
      type,
      kind: 'delivery',
      state,
      at,
      providerMessageId: data.email_id,
      reference: data.tags?.[REFERENCE_TAG] ?? null,
      recipients: data.to.map(addressIn),
      detail: detail?.slice(0, DETAIL_MAX) ?? null,
    }
  }
  if (type !== LIFTED) return { id, type, kind: 'other' }
  return { id, type, kind: 'suppression-lifted', at, address: addressIn(read(liftedEvent, body).data.email) }
}

/** `sam@example.com` out of `Sam <sam@example.com>`. */
function addressIn(text: string): string {
  return /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text
}

function read<T extends z.ZodMiniType>(schema: T, body: string): z.infer<T> {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    throw new AppError('malformed')
  }
}
