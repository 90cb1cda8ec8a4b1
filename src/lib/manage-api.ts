import type { hc, InferResponseType } from 'hono/client'
import type { ManageRoutes } from '#api/buyer-portal/routes.ts'
import type { ChangeRequestInput, FindOrderRequest } from '#api/buyer-portal/schema.ts'
import { read } from './api.ts'
import { client, type Fetch } from './client.ts'

type Client = ReturnType<typeof hc<ManageRoutes>>

/**
 * The calls of a buyer who manages an order; pages make them inside the Worker. They throw `ApiError` for failures the API
 * names.
 */
export function createManageApi(origin: string, fetch: Fetch) {
  const routes = client(`${origin}/api`, fetch) as Client
  return {
    order: async (token: string) => read(await routes.manage.$post({ json: { token } })),
    change: async (json: ChangeRequestInput) => read(await routes.manage.change.$post({ json })),
    cancel: async (token: string) => read(await routes.manage.cancel.$post({ json: { token } })),
    /** Says the same whether or not there is such an order. */
    sendLinks: async (json: FindOrderRequest) => {
      await read(await routes['find-order'].$post({ json }))
    },
  }
}

export type ManageApi = ReturnType<typeof createManageApi>
export type ManagedOrder = InferResponseType<Client['manage']['$post'], 200>
/** The people, address and card of an order, which its buyer’s link shows until some weeks after the delivery. */
export type PersonalData = NonNullable<ManagedOrder['personal']>
