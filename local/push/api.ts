import { type Context, Hono } from 'hono'
import { FAULT_KINDS, type Faults, underFault } from '#local/faults.ts'
import type { Connection } from '#local/http.ts'
import { decryptPush } from './decrypt.ts'
import type { Phone, Phones } from './phones.ts'
import { refuseCaller } from './vapid.ts'

/** The operations that faults can be aimed at. */
export const OPERATIONS = ['push'] as const
export type Operation = (typeof OPERATIONS)[number]

/** The ways a push goes wrong: besides those of every service, refusals, and what happens after it was taken. */
export const PUSH_FAULT_KINDS = [
  ...FAULT_KINDS,
  'not-found',
  'gone',
  'too-large',
  'lost-push',
  'repeated-push',
] as const
export type PushFaultKind = (typeof PUSH_FAULT_KINDS)[number]
export type PushFaults = Faults<Operation, PushFaultKind>

type Env = { Bindings: Connection }
type Status = 400 | 401 | 403 | 404 | 410 | 413 | 415 | 429 | 500
type Answer = { id: string; ttl: string } | { status: Status; says: string }

const MOST_BYTES = 4096
const URGENCIES = ['very-low', 'low', 'normal', 'high']
const FAILURE: Answer = {
  status: 500,
  says: 'Something went wrong (set on purpose at the local push service).',
}
const UNKNOWN: Answer = { status: 404, says: 'There is no such subscription.' }
const GONE: Answer = { status: 410, says: 'The subscription has ended.' }
const TOO_LARGE: Answer = { status: 413, says: `A push has ${MOST_BYTES} bytes at most.` }
const BUSY: Answer = { status: 429, says: 'Too many pushes.' }
const REFUSALS: Partial<Record<string, Answer>> = {
  'rate-limit': BUSY,
  'not-found': UNKNOWN,
  gone: GONE,
  'too-large': TOO_LARGE,
}

/**
 * A push service (RFC 8030), as browsers have one: `POST /push/:id`. What a shop may get wrong is refused here, also where a real
 * service could not notice it: it cannot decrypt.
 * @param origin of this service, once it listens
 */
export function pushApi(phones: Phones, faults: PushFaults, origin: () => string): Hono<Env> {
  const api = new Hono<Env>()
  api.post('/push/:id', async (context) => {
    const fault = faults.take('push')
    const refusal = REFUSALS[fault.kind]
    if (refusal) {
      // `ms` of the fault is how long the caller should wait; default one second.
      if (refusal === BUSY) context.header('retry-after', String(Math.ceil((fault.ms ?? 1000) / 1000)))
      return answerWith(context, refusal)
    }
    const body = new Uint8Array(await context.req.arrayBuffer())
    if (await faults.hangUp(fault, context.env)) return answerWith(context, FAILURE)
    const answer = underFault(
      fault.kind,
      () => takePush(context, body, { phones, origin: origin(), fault: fault.kind }),
      () => FAILURE,
    )
    await faults.holdAnswer(fault, context.env)
    return answerWith(context, answer)
  })
  return api
}

function takePush(
  { req }: Context<Env>,
  body: Uint8Array,
  { phones, origin, fault }: { phones: Phones; origin: string; fault: string },
): Answer {
  const phone = phones.get(req.param('id') ?? '')
  if (!phone) return UNKNOWN
  if (phone.gone) return GONE
  const now = new Date()
  const refusal = refuseCaller(req.header('authorization'), { origin, key: phone.serverKey, now })
  if (refusal) return refusal
  const says = refuseHeaders((name) => req.header(name))
  if (says) return { status: 400, says }
  if (body.length > MOST_BYTES) return TOO_LARGE
  const payload = decryptPush(body, phones.keysOf(phone.id))
  if (payload === null) return { status: 400, says: 'The body was not encrypted for this subscription.' }
  const ttl = req.header('ttl') ?? ''
  const ring = { ...about(phone, (name) => req.header(name)), payload, rang: fault !== 'lost-push' }
  return { id: phones.take(ring, fault === 'repeated-push' ? 2 : 1), ttl }
}

type Header = (name: string) => string | undefined

const about = ({ id }: Phone, header: Header) => ({
  phoneId: id,
  topic: header('topic') ?? null,
  urgency: header('urgency') ?? 'normal',
  ttl: Number(header('ttl')),
})

/** Says what is wrong with the headers of a push; null for nothing. */
function refuseHeaders(header: Header): string | null {
  if (!/^\d{1,9}$/.test(header('ttl') ?? '')) return 'There is no TTL in seconds.'
  if (header('content-encoding') !== 'aes128gcm') return 'The Content-Encoding is not aes128gcm.'
  if (!/^[\w-]{1,32}$/.test(header('topic') ?? 'none')) return 'The Topic is not 32 characters of base64url.'
  return URGENCIES.includes(header('urgency') ?? 'normal') ? null : 'There is no such Urgency.'
}

function answerWith(context: Context<Env>, answer: Answer): Response {
  if ('status' in answer) return context.json({ error: { message: answer.says } }, answer.status)
  const { id, ttl } = answer
  return context.body(null, 201, { location: `/messages/${id}`, ttl })
}
