import { type Mail, MailError } from './mail.ts'

export type ResendSettings = { apiKey: string; apiUrl: string; from: string }

const TIMEOUT_MS = 5_000

/** Mail through Resend's REST API. One call is all we use of it, so there is no library in between. */
export function resendMail(settings: ResendSettings): Mail {
  return {
    async send(message, idempotencyKey) {
      const response = await post(settings, message, idempotencyKey)
      if (response.ok) {
        const body = (await response.json()) as { id: string }
        return body.id
      }
      const text = await response.text().catch(() => '')
      // An earlier try went, only its answer was lost, and what the message tells of has changed since.
      if (response.status === 409 && errorName(text) === 'invalid_idempotent_request') return null
      const permanent = response.status === 422 || response.status === 400
      throw new MailError(`The mail provider answered ${response.status}: ${errorName(text)}`, permanent)
    },
  }
}

async function post(settings: ResendSettings, message: object, idempotencyKey: string): Promise<Response> {
  try {
    return await fetch(`${settings.apiUrl}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${settings.apiKey}`,
        'content-type': 'application/json',
        // Workers send none by themselves, and Resend refuses callers without one.
        'user-agent': 'apologize-better/1',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ from: settings.from, ...message }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    throw new MailError('The mail provider did not answer', false, error)
  }
}

// The provider's own message may quote the address: only the error's name is kept.
function errorName(text: string): string {
  return /"name"\s*:\s*"([a-z_]{1,60})"/.exec(text)?.[1] ?? 'unknown'
}
