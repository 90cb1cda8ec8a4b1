import { hc } from 'hono/client'
import type { PreparedCheckoutRoutes } from '#api/prepared-checkouts/routes.ts'
import { answerOf, type Fetch } from './api.ts'

/**
 * The checkout behind the secret of a page's address. No browser asks for it, so that none loads how: it is not among the calls of
 * the storefront.
 * @param call the API inside the Worker
 * @throws ApiError `not_found` while the shop takes nothing that was prepared, `link_unknown`
 */
export async function preparedCheckout(
  call: (path: string, init: RequestInit) => Promise<Response>,
  secret: string,
) {
  const inside: Fetch = (input, init) => call(String(input), init ?? {})
  const api = hc<PreparedCheckoutRoutes>('/api', { fetch: inside })
  return answerOf(api['prepared-checkout'].$post({ json: { token: secret } }))
}
