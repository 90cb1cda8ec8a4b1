import { describe, expect, test } from 'vitest'
import { BODY_MS, MAX_BODY_BYTES } from '#api/http/request-body.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// Bodies as a network brings them: whatever the route, one that does not arrive is given up.

const shop = await shareTestShop()

/** A body whose end never comes. */
function trickling() {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"attemptKey":"')),
    cancel: () => {
      isCancelled = true
    },
  })
  return { body, isCancelled: () => isCancelled }
}

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  shop.app.request(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...{ duplex: 'half' },
  })

const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

describe.each([
  '/create-checkout-session',
  '/florist/answer',
  '/webhooks/stripe',
  '/webhooks/resend',
  '/auth/sign-in',
  '/browser-errors',
  '/none',
])('%s', (path) => {
  test('answers 408 when its body does not arrive in time, and reads no further', async () => {
    const { body, isCancelled } = trickling()
    const asked = post(path, body)
    // The time limit begins with the request.
    await Promise.resolve()
    shop.elapse(BODY_MS)
    const response = await asked
    expect([response.status, await errorOf(response)]).toEqual([408, 'body_too_slow'])
    expect(isCancelled()).toBe(true)
    expect(shop.requests()).toBe(0)
  })

  test('refuses a body that is too large, whether or not it says so', async () => {
    const text = ' '.repeat(MAX_BODY_BYTES + 1)
    for (const response of [
      await post(path, text, { 'content-length': String(text.length) }),
      await post(path, new Blob([text]).stream()),
    ]) {
      expect([response.status, await errorOf(response)]).toEqual([413, 'too_large'])
    }
  })
})
