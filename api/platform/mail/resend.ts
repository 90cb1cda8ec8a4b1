import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Mail, MailError, type MailErrorKind } from './mail.ts'
import { REFERENCE_TAG, readMailEvent } from './resend-event.ts'

type ResendSettings = {
  apiKey: string
  apiUrl: string
  webhookSecret: string
  from: string
  /** Multiplies the time limit. */
  timeoutFactor?: number
}

const TIMEOUT_MS = 5_000
/** The largest difference between the time in a signature and ours, either way. */
const TOLERANCE_SECONDS = 300
/** More than the provider sends: one for each secret while it is being changed. */
const MOST_SIGNATURES = 10

/** Mail through Resend's REST API. One call is all we use of it, so there is no library in between. */
export function resendMail(settings: ResendSettings): Mail {
  return {
    async send({ reference, replyTo, ...message }, idempotencyKey) {
      const response = await fetch(`${settings.apiUrl}/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.apiKey}`,
          'content-type': 'application/json',
          // Workers send none by themselves, and Resend refuses callers without one.
          'user-agent': 'apologize-better/1',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify({
          from: settings.from,
          reply_to: replyTo,
          ...message,
          tags: [{ name: REFERENCE_TAG, value: reference }],
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS * (settings.timeoutFactor ?? 1)),
      }).catch((cause: unknown) => {
        throw new MailError('The mail provider did not answer', 'unavailable', { cause })
      })
      if (response.ok) {
        const body = await response.json().catch((cause: unknown) => {
          throw new MailError('The mail provider’s answer could not be read', 'unavailable', { cause })
        })
        return (body as { id: string }).id
      }
      const text = await response.text().catch(() => '')
      // An earlier attempt was sent, only its answer was lost, and the content has changed since.
      if (response.status === 409 && errorName(text) === 'invalid_idempotent_request') return null
      throw new MailError(
        `The mail provider answered ${response.status}: ${errorName(text)}`,
        kindOf(response.status),
        { retryAfterSeconds: retryAfter(response) },
      )
    },
    async readEvent(body, header, now) {
      return isSigned(body, header, settings.webhookSecret, now)
        ? readMailEvent(body, header('svix-id') ?? '')
        : null
    },
  }
}

/** Classifies a refusal by its status, because one name stands for several faults (`validation_error`). */
function kindOf(status: number): MailErrorKind {
  if (status === 400 || status === 422) return 'rejected'
  // No key, a wrong key, or a sender's domain that is not verified: nothing of this message.
  if (status === 401 || status === 403) return 'configuration'
  if (status === 429) return 'busy'
  return status >= 500 ? 'unavailable' : 'temporary'
}

function retryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

// The provider's own message may quote the address: only the error's name is kept.
function errorName(text: string): string {
  return /"name"\s*:\s*"([a-z_]{1,60})"/.exec(text)?.[1] ?? 'unknown'
}

/**
 * True if a webhook was signed with our secret, as docs.svix.com describes it ("Verifying Webhooks Manually"):
 * HMAC-SHA256 of id, timestamp and body. The published libraries ask the machine for the time, which tests cannot set.
 * @param secret `whsec_` and the key in base64
 */
export function isSigned(
  body: string,
  header: (name: string) => string | undefined,
  secret: string,
  now: Date,
): boolean {
  const [id, timestamp, signatures] = [header('svix-id'), header('svix-timestamp'), header('svix-signature')]
  if (!id || !signatures || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  // Once, however many signatures a stranger sends with a large body.
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // Other versions are other algorithms.
  return signatures.split(' ', MOST_SIGNATURES).some((signature) => {
    const given = Buffer.from(signature.slice('v1,'.length), 'base64')
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
