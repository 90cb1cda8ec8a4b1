import { readTextEvent } from './telnyx-event.ts'
import { TextError, type TextErrorKind, type Texts } from './texts.ts'

type TelnyxSettings = {
  apiKey: string
  apiUrl: string
  /** The raw Ed25519 key in base64, as the provider shows it. */
  publicKey: string
  /** Our number: `+18885550100`. */
  from: string
  /** Multiplies the time limit. */
  timeoutFactor?: number
}

const TIMEOUT_MS = 5_000
/** The largest difference between the time in a signature and ours, either way. */
const TOLERANCE_SECONDS = 300

/** Its reader has texted STOP, and the provider blocks what we send them. */
const BLOCKED = '40300'
/** Nothing goes before somebody has been in the provider's portal: a number, profile or account that may not send, or its daily limit. */
const OF_OUR_ACCOUNT: ReadonlySet<string> = new Set(['10001', '10009', '10010', '40305', '40312', '40333'])

/** Text messages through Telnyx's REST API (v2). One call is all we use of it, so there is no library in between. */
export function telnyxTexts({ apiKey, apiUrl, publicKey, from, timeoutFactor = 1 }: TelnyxSettings): Texts {
  return {
    async send(to, text) {
      const response = await fetch(`${apiUrl}/v2/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'user-agent': 'apologize-better/1',
        },
        body: JSON.stringify({ from, to, text, type: 'SMS' }),
        signal: AbortSignal.timeout(TIMEOUT_MS * timeoutFactor),
      }).catch((cause: unknown) => {
        throw new TextError('The text provider did not answer', 'unavailable', { cause })
      })
      const body: unknown = await response.json().catch(() => null)
      if (!response.ok) throw refusalOf(response, codeIn(body))
      const id = messageIdIn(body)
      if (id === null) throw new TextError('The text provider’s answer could not be read', 'unavailable')
      return id
    },
    async readEvent(body, header, now) {
      return (await isSigned(body, header, publicKey, now)) ? readTextEvent(body) : null
    },
  }
}

/** The provider's own words may quote both numbers: only the code of the error is kept. */
function refusalOf(response: Response, code: string): TextError {
  return new TextError(
    `The text provider answered ${response.status}: ${code}`,
    kindOf(response.status, code),
    { retryAfterSeconds: retryAfter(response) },
  )
}

function kindOf(status: number, code: string): TextErrorKind {
  if (code === BLOCKED) return 'stopped'
  if (OF_OUR_ACCOUNT.has(code) || status === 401 || status === 402 || status === 403) return 'configuration'
  if (status === 429) return 'busy'
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected'
}

function retryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

function codeIn(body: unknown): string {
  const { errors } = (body ?? {}) as { errors?: { code?: unknown }[] }
  const code = Array.isArray(errors) ? String(errors[0]?.code) : ''
  return /^\d{1,10}$/.test(code) ? code : 'unknown'
}

function messageIdIn(body: unknown): string | null {
  const { data } = (body ?? {}) as { data?: { id?: unknown } | null }
  return typeof data?.id === 'string' && data.id !== '' ? data.id : null
}

/**
 * True if a webhook was signed by the provider: Ed25519 of `{timestamp}|{body}`. The published library asks the machine for the
 * time, which tests cannot set.
 * @param publicKey the raw key in base64
 */
export async function isSigned(
  body: string,
  header: (name: string) => string | undefined,
  publicKey: string,
  now: Date,
): Promise<boolean> {
  const [timestamp, signature] = [header('telnyx-timestamp'), header('telnyx-signature-ed25519')]
  if (!signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const given = Buffer.from(signature, 'base64')
  if (given.length !== SIGNATURE_BYTES) return false
  const key = await crypto.subtle.importKey('raw', Buffer.from(publicKey, 'base64'), ED25519, false, [
    'verify',
  ])
  return crypto.subtle.verify(ED25519, key, given, new TextEncoder().encode(`${timestamp}|${body}`))
}

const ED25519 = { name: 'Ed25519' } as const
const SIGNATURE_BYTES = 64
