import { outsideCall } from '#api/platform/outside-calls.ts'
import { readParts } from '#api/platform/read-parts.ts'
import type { Timer } from '#api/platform/timer.ts'
import { ProfileError, type Profiles } from './profiles.ts'

/** For all of it, from the call to the last byte. */
export const PROFILE_MS = 3_000
export const PROFILE_BYTES = 128 * 1024

/** Profiles on the web. @param timeoutFactor multiplies the time limit */
export function webProfiles(startTimer: (ms: number) => Timer, timeoutFactor = 1): Profiles {
  return {
    fetch: (address) =>
      outsideCall(
        'profiles',
        async () => {
          const call = new AbortController()
          const timer = startTimer(PROFILE_MS * timeoutFactor)
          const late = timer.over.then((): never => {
            call.abort()
            throw new ProfileError('unreachable', 'The profile took too long')
          })
          try {
            const response = await Promise.race([ask(address, call.signal), late])
            const text = await readText(response, late)
            return { document: parse(text), maxAgeSeconds: maxAge(response.headers.get('cache-control')) }
          } finally {
            timer.cancel()
            // Whatever is left of the answer is not waited for.
            call.abort()
          }
        },
        () => false,
      ),
  }
}

async function ask(address: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(address, {
    headers: { accept: 'application/json', 'user-agent': 'apologize-better/1' },
    // Where it would lead, nobody has looked.
    redirect: 'manual',
    signal,
  }).catch(() => {
    throw new ProfileError('unreachable', 'The profile did not answer')
  })
  if (response.status === 200) return response
  throw new ProfileError('unreachable', `The profile answered ${response.status}`)
}

/** Reads a body as it is when it is unpacked: a small one may unpack to a large one. */
async function readText({ body }: Response, late: Promise<never>): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, length] = ['', 0]
  const decode = (part?: Uint8Array) => {
    try {
      text += decoder.decode(part, { stream: part !== undefined })
    } catch {
      throw new ProfileError('unreadable', 'The profile is no text')
    }
  }
  const take = (part: Uint8Array) => {
    length += part.length
    if (length > PROFILE_BYTES) throw new ProfileError('unreadable', 'The profile is too long')
    decode(part)
  }
  const cut = () => new ProfileError('unreachable', 'The profile was cut off')
  await readParts(body, take, late, cut)
  decode()
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProfileError('unreadable', 'The profile is no JSON')
  }
}

function maxAge(cacheControl: string | null): number | null {
  const [, seconds] = /(?:^|[\s,])max-age="?(\d{1,10})(?!\d)/i.exec(cacheControl ?? '') ?? []
  return seconds === undefined ? null : Number(seconds)
}
