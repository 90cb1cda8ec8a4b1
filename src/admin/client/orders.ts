import type { hc } from 'hono/client'
import type { AdminOrdersRoutes } from '#api/orders/routes.ts'
import type {
  OrderCorrectionInput,
  OrderCount,
  OrderDetail,
  OrderFilter,
  OrderListInput,
  OrderPage,
} from '#api/orders/schema.ts'
import type { AdminRefundsRoutes } from '#api/refunds/routes.ts'
import type { RefundAnswer, RefundRequestInput } from '#api/refunds/schema.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** A hundred thousand orders on a slow line take their time. */
const CSV_PATIENCE_MS = 10 * 60_000

/** The order calls of the back office. They throw `ApiError` for failures the API names. */
export interface OrdersApi {
  /** @param query.page from 1; without a direction the newest or the soonest first */
  list(query: Partial<OrderListInput>): Promise<OrderPage>
  /** What a search finds, counted to the end: for lists whose `info` is capped. */
  count(filter: OrderFilter): Promise<OrderCount>
  get(id: string): Promise<OrderDetail>
  /** The whole of what the filter lets through, as a file, with the name it goes by. */
  csv(filter: OrderFilter): Promise<{ file: Blob; name: string }>
  createSample(): Promise<{ id: string }>
  setStatus(id: string, status: OrderStatus, version: number): Promise<{ version: number }>
  correct(id: string, form: OrderCorrectionInput): Promise<{ version: number }>
  resolveFlag(id: string, flagId: string): Promise<void>
  remove(id: string): Promise<void>
  /** @param request.key made once per opened form */
  refund(id: string, request: RefundRequestInput): Promise<RefundAnswer>
}

/**
 * The typed client of the order calls.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createOrdersApi(fetch: Fetch): OrdersApi {
  const { orders } = (client('/api', fetch) as ReturnType<typeof hc<AdminOrdersRoutes>>).admin
  const { refunds } = (client('/api', fetch) as ReturnType<typeof hc<AdminRefundsRoutes>>).admin.orders[':id']
  const order = orders[':id']
  return {
    list: async ({ page, sort, direction, ...filter }) =>
      read(
        await orders.$get({
          query: {
            ...given(filter),
            ...(page !== undefined && { page: String(page) }),
            ...(sort && { sort }),
            ...(direction && { direction }),
          },
        }),
      ),
    count: async (filter) => read(await orders.count.$get({ query: given(filter) })),
    get: async (id) => read(await order.$get({ param: { id } })),
    csv: async (filter) => {
      const init = { signal: AbortSignal.timeout(CSV_PATIENCE_MS) }
      const response = await orders.csv.$get({ query: given(filter) }, { init })
      // A refusal is read as what it says, in JSON.
      if (!response.ok) await read<unknown>(response)
      const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      return { file: await response.blob(), name: name ?? 'orders.csv' }
    },
    createSample: async () => read(await orders.sample.$post()),
    setStatus: async (id, status, version) =>
      read(await order.status.$put({ param: { id }, json: { status, version } })),
    correct: async (id, json) => read(await order.$put({ param: { id }, json })),
    resolveFlag: async (id, flagId) => {
      await read(await order.flags[':flagId'].resolve.$post({ param: { id, flagId } }))
    },
    remove: async (id) => {
      await read(await order.$delete({ param: { id } }))
    },
    refund: async (id, json) => read(await refunds.$post({ param: { id }, json })),
  }
}

function given({ q, assignment, status, payment }: OrderFilter): OrderFilter {
  return {
    ...(q && { q }),
    ...(assignment && { assignment }),
    ...(status && { status }),
    ...(payment && { payment }),
  }
}
