import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { ErrorCode } from '#api/errors.ts'
import type { SecurityScheme } from '#api/http/security-schemes.ts'
import { outgoing, validRequestsTo } from '#tests/support/fuzz/request.ts'
import { type Operation, operationsBelow } from '#tests/support/open-api.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { SEED } from '#tests/support/soak.ts'

// The document's `security` is held to what a stranger is answered: a right request with nothing to show.

/** The codes with which a caller is refused who does not show this. */
const REFUSALS: Record<SecurityScheme, readonly ErrorCode[]> = {
  session: ['signed_out'],
  refresh: ['signed_out'],
  challenge: ['second_factor_over'],
  link: ['link_unknown', 'florist_link_closed'],
  signedLink: ['not_found'],
  stripeSignature: ['bad_signature'],
  resendSignature: ['bad_signature'],
  telnyxSignature: ['bad_signature'],
}
/** A token of the right shape everywhere, and never given out. */
const UNKNOWN_TOKEN = '00000000-0000-4000-8000-000000000000'
/** Enough for one that is not refused for its content. */
const TRIES = 20

const shop = await openTestShop()
const operations = await operationsBelow(shop, '/api/')
afterAll(() => shop.close())

test.each(operations.map((operation) => ({ operation, named: `${operation.method} ${operation.path}` })))(
  '$named is open to a stranger, or refused, as its security says',
  async ({ operation }) => {
    const { security = [] } = operation
    const code = await codeForStranger(operation)
    const schemes = security.flatMap((each) => Object.keys(each) as SecurityScheme[])
    const isPublic = security.length === 0 || security.some((each) => Object.keys(each).length === 0)
    if (isPublic) expect(Object.values(REFUSALS).flat()).not.toContain(code)
    else expect(schemes.flatMap((scheme) => REFUSALS[scheme])).toContain(code)
  },
)

/** The error with which a right request is answered that shows nothing; undefined for success. */
async function codeForStranger(operation: Operation): Promise<string | undefined> {
  let code: string | undefined
  for (const drawn of fc.sample(validRequestsTo(operation), { numRuns: TRIES, seed: SEED })) {
    const parts = { ...drawn.parts, path: withToken(drawn.parts.path), body: withToken(drawn.parts.body) }
    const { url, ...request } = outgoing(operation, { ...drawn, parts })
    const headers = { ...request.headers, origin: shop.deps.config.origin }
    const response = await shop.app.request(url, { ...request, headers })
    const text = await response.text()
    code = response.status < 400 ? undefined : (JSON.parse(text) as { error?: { code: string } }).error?.code
    if (code !== 'invalid') return code
  }
  return code
}

function withToken<Part>(part: Part): Part {
  const hasToken = typeof part === 'object' && part !== null && 'token' in part
  return hasToken ? { ...part, token: UNKNOWN_TOKEN } : part
}
