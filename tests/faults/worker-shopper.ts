import { setTimeout as sleep } from 'node:timers/promises'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import type { OwnShop } from '#tests/support/own-shop.ts'

export type Fate = 'pays' | 'is declined first' | 'leaves' | 'lets it expire'

const GOOD = '4242424242424242'
const BAD = '4000000000000002'
const TIMEOUT_MS = 90_000
const RETRY_MS = 300

/** Counts what happened. */
export type Count = (what: string) => void

type Answer = { status: number; body: Record<string, unknown> }

/**
 * A shopper at a browser: sends the form, repeats it after a failure or without an answer, pays, and opens the
 * confirmation. Every other one sends the form twice at once.
 * @param startMs when
 * @returns a line for each step that failed
 */
export async function shopper(
  shop: OwnShop,
  name: string,
  fate: Fate,
  startMs: number,
  count: Count,
): Promise<string[]> {
  await sleep(startMs)
  const email = `${name}@example.com`
  const form = checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'tomorrow' } })
  const place = () => send(`${shop.url}/api/create-checkout-session`, form)
  if (startMs % 2 === 0) place().then(() => count('pressed twice'))
  const placed = await untilDone(place, count)
  if (!placed) return [`${name} could not order`]
  const sessionId = String(placed.body['sessionId'])
  const at = `${shop.paymentsUrl}/_local/sessions/${sessionId}`
  count(fate)
  if (fate === 'leaves') return []
  if (fate === 'lets it expire') {
    await send(`${at}/expire`, {})
    return []
  }
  if (fate === 'is declined first') await send(`${at}/pay`, { card: BAD })
  if (!(await untilDone(() => pay(at), count))) return [`${name} could not pay`]
  const seen = await untilDone(() => send(`${shop.url}/api/get-order-details`, { sessionId }), count)
  return seen ? [] : [`${name} could not look at the order`]
}

/** The payment, which a provider that was killed may have taken without an answer. */
async function pay(session: string): Promise<Answer | null> {
  const answer = await send(`${session}/pay`, { card: GOOD })
  const isPaid = answer?.status === 400 && JSON.stringify(answer.body).includes('status of `complete`')
  return isPaid ? { ...answer, status: 200 } : answer
}

/** Retries until it succeeds. Null when it never does. */
export async function untilDone(work: () => Promise<Answer | null>, count: Count): Promise<Answer | null> {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(RETRY_MS)) {
    const answer = await work()
    if (answer?.status === 200) return answer
    count(answer ? `answered: ${codeOf(answer)}` : 'no answer')
  }
  return null
}

/** Null when no answer came: the Worker was killed or the connection was lost. */
export async function send(url: string, json: unknown): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
      signal: AbortSignal.timeout(10_000),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    return null
  }
}

/** The code of an answer's error, else its status. */
export function codeOf({ status, body }: Answer): string {
  const { error } = body as { error?: { code?: string } }
  return error?.code ?? String(status)
}
