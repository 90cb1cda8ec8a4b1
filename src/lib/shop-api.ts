import { hc } from 'hono/client'
import type * as z from 'zod/mini'
import type { ManageRoutes } from '#api/buyer-portal/routes.ts'
import type { ChangeRequestInput, FindOrderRequest } from '#api/buyer-portal/schema.ts'
import type { CheckoutRoutes } from '#api/checkout/routes.ts'
import type { createCheckoutSessionRequest } from '#api/checkout/schema.ts'
import type { GetOrderDetailsRequest } from '#api/orders/schema.ts'
import type { MadePhotoRoutes } from '#api/photos/routes.ts'
import type { ChoiceRoutes, SubstitutionRoutes } from '#api/questions/routes.ts'
import type { ChoiceAnswerRequest, SubstitutionAnswerRequest } from '#api/questions/schema.ts'
import type { StopRoutes } from '#api/stop/routes.ts'
import type { StopRequest } from '#api/stop/schema.ts'
import type { StorefrontRoutes } from '#api/storefront/routes.ts'
import type { TrackingRoutes } from '#api/tracking/routes.ts'
import type { JoinWaitlistRequest } from '#api/waitlist/join-schema.ts'
import type { WaitlistRoutes } from '#api/waitlist/routes.ts'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import { ApiError, answerOf, type Fetch, type Reply } from './api.ts'

/** The request as it goes over the wire: optional fields may be left out. */
export type CreateCheckoutSessionRequestInput = z.input<typeof createCheckoutSessionRequest>

/**
 * The typed client of the storefront's API.
 * @param origin where the API is; empty in the browser
 * @param fetch how to reach it
 * @returns calls that throw {@link ApiError} for failures the API names, and any other error when there was no answer of it
 */
export function createShopApi(origin: string, fetch: Fetch) {
  const base = `${origin}/api`
  const storefront = hc<StorefrontRoutes>(base, { fetch })
  const photos = hc<MadePhotoRoutes>(base, { fetch })
  const checkout = hc<CheckoutRoutes>(base, { fetch })
  const waitlist = hc<WaitlistRoutes>(base, { fetch })
  const choices = hc<ChoiceRoutes>(base, { fetch })
  const substitutions = hc<SubstitutionRoutes>(base, { fetch })
  const manage = hc<ManageRoutes>(base, { fetch })
  const tracking = hc<TrackingRoutes>(base, { fetch })
  const stop = hc<StopRoutes>(base, { fetch })
  return {
    storefront: (query: { sku?: string; zip?: string; option?: DeliveryOptionId }) =>
      answerOf(storefront.storefront.$get({ query })),
    madeThisWeek: () => answerOf(photos['made-this-week'].$get()),
    zip: (zip: string) => answerOf(storefront['zip-codes'][':zip'].$get({ param: { zip } })),
    createCheckoutSession: async (json: CreateCheckoutSessionRequestInput) => {
      const response = await checkout['create-checkout-session'].$post({ json })
      const answer: Partial<Failing<{ url: string }>> = await answerOf(response)
      if (!answer.success || !/^https?:\/\//.test(answer.url ?? '')) throw failureIn(answer, response)
      return { url: String(answer.url) }
    },
    getOrderDetails: async (json: GetOrderDetailsRequest) =>
      orderIn(await checkout['get-order-details'].$post({ json })),
    /** The order as it is stored, which may be behind the provider. */
    storedOrderDetails: async (json: GetOrderDetailsRequest) =>
      orderIn(await checkout['get-order-details'].stored.$post({ json })),
    joinWaitlist: (json: JoinWaitlistRequest) => answerOf(waitlist.waitlist.$post({ json })),
    /** The choices about a promise in danger. @param token of the link in the mail */
    choice: (token: string) => answerOf(choices.choice.$post({ json: { token } })),
    answerChoice: (json: ChoiceAnswerRequest) => answerOf(choices.choice.answer.$post({ json })),
    /** The question about missing flowers. @param token of the link in the mail */
    substitution: (token: string) => answerOf(substitutions.substitution.$post({ json: { token } })),
    answerSubstitution: (json: SubstitutionAnswerRequest) =>
      answerOf(substitutions.substitution.answer.$post({ json })),
    /** @param token of the link in the mail */
    leaveWaitlist: (token: string) => answerOf(waitlist.waitlist.unsubscribe.$post({ json: { token } })),
    /** The order of a buyer who manages it. @param token of the link in the mail */
    order: (token: string) => answerOf(manage.manage.$post({ json: { token } })),
    changeOrder: (json: ChangeRequestInput) => answerOf(manage.manage.change.$post({ json })),
    cancelOrder: (token: string) => answerOf(manage.manage.cancel.$post({ json: { token } })),
    /** Where an order's flowers are. @param token of the link in the mail */
    track: (token: string) => answerOf(tracking.tracking.$post({ json: { token } })),
    /** Emails a buyer the links of an order; the same answer whether or not there is one. */
    sendLinks: (json: FindOrderRequest) => answerOf(manage['find-order'].$post({ json })),
    /** Stops flowers, by the code of a card. */
    stop: (json: StopRequest) => answerOf(stop.stop.$post({ json })),
  }
}

/** The calls of the storefront. In the browser they cross the wire; while a page is rendered they stay in the Worker. */
export type ShopApi = ReturnType<typeof createShopApi>
type AnswerOf<Call extends keyof ShopApi> = Awaited<ReturnType<ShopApi[Call]>>
export type StorefrontAnswer = AnswerOf<'storefront'>
export type StorefrontProduct = StorefrontAnswer['products'][number]
export type MadeThisWeek = AnswerOf<'madeThisWeek'>['bouquets']
export type OrderTerms = NonNullable<StorefrontAnswer['terms']>
/** What shoppers can go by: who makes the flowers, and how often they come in time. */
export type Proof = StorefrontAnswer['proof']
export type ZipAnswer = AnswerOf<'zip'>
export type PromiseChoice = AnswerOf<'choice'>
export type SubstitutionQuestion = AnswerOf<'substitution'>
export type ConfirmationOrder = AnswerOf<'getOrderDetails'>
export type ManagedOrder = AnswerOf<'order'>
/** The people, address and card of an order, which its buyer’s link shows until some weeks after the delivery. */
export type PersonalData = NonNullable<ManagedOrder['personal']>

/** An answer of 200 that may say that it failed, or lack what it was asked for. */
type Failing<Answer> = Answer & { success: boolean; error?: unknown }

/** @throws ApiError for an answer that says it failed, or has no order */
async function orderIn<Order>(
  response: Reply<Failing<{ order: Order }>> & Pick<Response, 'headers'>,
): Promise<Order> {
  const answer: Partial<Failing<{ order: Order }>> = await answerOf(response)
  if (answer.success && answer.order) return answer.order
  throw failureIn(answer, response)
}

/** The failure of an answer of 200 that is none; its message is empty if the answer has none. */
function failureIn({ error }: { error?: unknown }, { headers }: Pick<Response, 'headers'>): ApiError {
  const message = typeof error === 'string' ? error : ''
  const requestId = headers.get('x-request-id') ?? ''
  return new ApiError(200, { error: { code: 'unknown', message, issues: [], requestId } })
}
