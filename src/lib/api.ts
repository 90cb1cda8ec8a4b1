import type { hc } from 'hono/client'
import type * as z from 'zod/mini'
import type { CheckoutRoutes } from '#api/checkout/routes.ts'
import type { CreateCheckoutSessionAnswer, createCheckoutSessionRequest } from '#api/checkout/schema.ts'
import type { ErrorBody, Issue } from '#api/http/error-schema.ts'
import type { ConfirmationOrder, GetOrderDetailsRequest } from '#api/orders/confirmation-schema.ts'
import type { StorefrontRoutes } from '#api/storefront/routes.ts'
import type { StorefrontAnswer } from '#api/storefront/schema.ts'
import type { ZipAnswer } from '#api/storefront/zip-schema.ts'
import type { WaitlistRoutes } from '#api/waitlist/routes.ts'
import type { JoinWaitlistRequest } from '#api/waitlist/schema.ts'
import { client, type Fetch } from './client.ts'

/** A failure the API told us about, in the one error shape. `message` is safe to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly Issue[]
  readonly requestId: string

  constructor(status: number, { error }: ErrorBody) {
    super(error.message)
    this.name = 'ApiError'
    this.status = status
    this.code = error.code
    this.issues = error.issues
    this.requestId = error.requestId
  }
}

/** The calls of the storefront. In the browser they cross the wire; while a page is rendered they stay in the Worker. */
export interface ShopApi {
  storefront(query: { sku?: string; zip?: string }): Promise<StorefrontAnswer>
  zip(zip: string): Promise<ZipAnswer>
  createCheckoutSession(request: CreateCheckoutSessionRequestInput): Promise<CreateCheckoutSessionAnswer>
  getOrderDetails(request: GetOrderDetailsRequest): Promise<ConfirmationOrder>
  joinWaitlist(request: JoinWaitlistRequest): Promise<void>
  /** @param token of the link in the mail */
  leaveWaitlist(token: string): Promise<void>
}

/** The request as it goes over the wire: optional fields may be left out. */
export type CreateCheckoutSessionRequestInput = z.input<typeof createCheckoutSessionRequest>

/**
 * The typed client of the storefront's API.
 * @param origin where the API is; empty in the browser
 * @param fetch how to reach it
 * @returns calls that throw {@link ApiError} for failures the API names, and any other error when there was no answer of it
 */
export function createShopApi(origin: string, fetch: Fetch): ShopApi {
  const base = `${origin}/api`
  const storefront = client(base, fetch) as ReturnType<typeof hc<StorefrontRoutes>>
  const checkout = client(base, fetch) as ReturnType<typeof hc<CheckoutRoutes>>
  const waitlist = client(base, fetch) as ReturnType<typeof hc<WaitlistRoutes>>
  return {
    storefront: async (query) => read(await storefront.storefront.$get({ query })),
    zip: async (zip) => read(await storefront['zip-codes'][':zip'].$get({ param: { zip } })),
    createCheckoutSession: async (json) => read(await checkout['create-checkout-session'].$post({ json })),
    getOrderDetails: async (json) => {
      const answer = await read(await checkout['get-order-details'].$post({ json }))
      return answer.order
    },
    joinWaitlist: async (json) => {
      await read(await waitlist.waitlist.$post({ json }))
    },
    leaveWaitlist: async (token) => {
      await read(await waitlist.waitlist.unsubscribe.$post({ json: { token } }))
    },
  }
}

/**
 * What an answer holds.
 * @throws ApiError for a failure in our words, any other error for one that is not
 */
export async function read<T>(response: { ok: boolean; status: number; json(): Promise<T> }): Promise<T> {
  if (response.ok) return response.json()
  const body: unknown = await response.json()
  // What is not in our words came from something between us: the same to the caller as no answer.
  throw isErrorBody(body) ? new ApiError(response.status, body) : new Error('Unreadable')
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'
}
