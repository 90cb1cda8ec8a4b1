import type { hc } from 'hono/client'
import type { AdminShopOrdersRoutes } from '#api/shop-orders/routes.ts'
import type { ShopOrderDetail, ShopOrderListInput, ShopOrderPage } from '#api/shop-orders/schema.ts'
import type { ShopOrderPaymentStatus, ShopOrderStatus } from '#domain/order-status.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

type Saved = Promise<{ version: number }>

/**
 * The calls of the shop order screens. They throw `ApiError` for failures the API names. Every change names the version
 * it was made from; `edit_conflict` says who was faster, and when.
 */
export interface ShopOrdersApi {
  /** @param query.page from 1 */
  list(query: ShopOrderListInput): Promise<ShopOrderPage>
  get(id: string): Promise<ShopOrderDetail>
  /** @param change.reason why the florist said no, with `rejected` */
  setStatus(id: string, change: { status: ShopOrderStatus; reason?: string | null; version: number }): Saved
  setPayment(id: string, change: { paymentStatus: ShopOrderPaymentStatus; version: number }): Saved
  setNotes(id: string, change: { shopNotes: string | null; version: number }): Saved
  setDetails(
    id: string,
    change: { paymentReference: string | null; specialInstructions: string | null; version: number },
  ): Saved
  /** @param contact.key a UUID made once per filled-in note: a second click adds nothing */
  addContact(id: string, contact: { key: string; note: string }): Promise<void>
  /** Takes the order back from the shop. @returns whether the shop is told */
  unassign(id: string, version: number): Promise<{ notified: boolean }>
  /** Sends the florist a new link; the one they had ends. */
  sendLink(id: string): Promise<{ sentTo: string; expiresAt: string }>
  revokeLink(id: string): Promise<void>
}

/**
 * The typed client of the shop order screens.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createShopOrdersApi(fetch: Fetch): ShopOrdersApi {
  const { admin } = client('/api', fetch) as ReturnType<typeof hc<AdminShopOrdersRoutes>>
  const all = admin['shop-orders']
  const one = all[':id']
  const of = (id: string) => ({ param: { id } })
  return {
    list: async ({ q, show, sort, direction, page }) =>
      read(
        await all.$get({
          query: {
            ...(q && { q }),
            ...(show && { show }),
            ...(sort && { sort }),
            ...(direction && { direction }),
            ...(page !== undefined && { page: String(page) }),
          },
        }),
      ),
    get: async (id) => read(await one.$get(of(id))),
    setStatus: async (id, json) => read(await one.status.$put({ ...of(id), json })),
    setPayment: async (id, json) => read(await one.payment.$put({ ...of(id), json })),
    setNotes: async (id, json) => read(await one.notes.$put({ ...of(id), json })),
    setDetails: async (id, json) => read(await one.details.$put({ ...of(id), json })),
    addContact: async (id, json) => {
      await read(await one.contacts.$post({ ...of(id), json }))
    },
    unassign: async (id, version) => read(await one.unassign.$post({ ...of(id), json: { version } })),
    sendLink: async (id) => read(await one.link.$post(of(id))),
    revokeLink: async (id) => {
      await read(await one.link.$delete(of(id)))
    },
  }
}
