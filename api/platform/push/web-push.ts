import { encryptPayload, UnusableKeysError } from './encrypt.ts'
import { isPushEndpoint, PAYLOAD_BYTES, type Push, PushError, type PushErrorKind } from './push.ts'
import { vapidHeader } from './vapid.ts'

type WebPushSettings = {
  publicKey: string
  privateKey: string
  /** Where a push service reaches us: `mailto:` or `https:`. */
  subject: string
  /** The origin of a push service on this machine. */
  standIn?: string | undefined
  /** Multiplies the time limit. */
  timeoutFactor?: number
  now?: () => Date
}

const TIMEOUT_MS = 5_000
const TOKEN_HOURS = 12
/** A longer `Retry-After` would silence phones for longer than any order waits. */
const LONGEST_WAIT_SECONDS = 3600

/** Web Push (RFC 8030), encrypted (RFC 8291) and signed by our key (RFC 8292). */
export function webPush(settings: WebPushSettings): Push {
  const { publicKey, subject, standIn, timeoutFactor = 1, now = () => new Date() } = settings
  return {
    publicKey,
    async send(to, { payload, ttlSeconds, topic }) {
      if (!isPushEndpoint(to.endpoint, standIn))
        throw new PushError('The subscription is not at a known push service', 'rejected')
      if (Buffer.byteLength(payload) > PAYLOAD_BYTES)
        throw new PushError('The message is too long for a push', 'rejected')
      const audience = new URL(to.endpoint).origin
      const expires = Math.floor(now().getTime() / 1000) + TOKEN_HOURS * 3600
      const [body, authorization] = await Promise.all([
        encryptPayload(payload, to).catch((cause: unknown) => {
          if (!(cause instanceof UnusableKeysError)) throw cause
          throw new PushError('The subscription has no usable keys', 'gone', { cause })
        }),
        vapidHeader(settings, { audience, expires, subject }).catch((cause: unknown) => {
          throw new PushError('The keys for pushes cannot sign', 'configuration', { cause })
        }),
      ])
      const response = await fetch(to.endpoint, {
        method: 'POST',
        headers: {
          authorization,
          ttl: String(Math.max(0, Math.floor(ttlSeconds))),
          urgency: 'high',
          ...(topic === undefined ? {} : { topic }),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          'user-agent': 'apologize-better/1',
        },
        body,
        // A push service leads nowhere else, and where it would lead nobody has looked.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS * timeoutFactor),
      }).catch((error: unknown) => {
        // The cause of a failed call may quote its address, by which anybody could ring the phone.
        const reason = error instanceof Error ? error.name : typeof error
        throw new PushError(`The push service did not answer (${reason})`, 'unavailable')
      })
      // Whatever it says is not read, and would keep the connection.
      await response.body?.cancel().catch(() => undefined)
      if (response.ok) return
      const retryAfterSeconds = retryAfter(response.headers.get('retry-after'), now())
      throw new PushError(`The push service answered ${response.status}`, kindOf(response.status), {
        retryAfterSeconds,
      })
    },
  }
}

function kindOf(status: number): PushErrorKind {
  if (status === 404 || status === 410) return 'gone'
  if (status === 401 || status === 403) return 'configuration'
  // Windows' service answers 406 to too many messages.
  if (status === 429 || status === 406) return 'busy'
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected'
}

/** Reads seconds, or the date of an HTTP header. */
function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_WAIT_SECONDS)
}
