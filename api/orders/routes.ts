import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { isoDate, REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { correctOrder } from './correct.ts'
import { deleteOrder } from './delete.ts'
import { orderDetail } from './detail.ts'
import { exportOrders } from './export.ts'
import { countOrders, orderPageOf } from './list-queries.ts'
import { createSampleOrder } from './sample.ts'
import { flagParams, orderCorrection, orderFilter, orderListQuery, statusRequest } from './schema.ts'
import { changeOrderStatus, resolveOrderFlag } from './service.ts'

const LOAD_FAILED = 'Orders table access error: Failed to load orders'

/** Orders in the back office. */
export const adminOrders = new Hono<ApiEnv>()
  .get(
    '/admin/orders',
    describeAdminRead('A page of orders; search, filters, sorted by creation or promised time', {
      message: LOAD_FAILED,
    }),
    input('query', orderListQuery),
    async (c) => {
      const { page, sort, direction, ...filter } = c.req.valid('query')
      const { db } = c.var.deps
      const read = (page: number) => orderPageOf(db, { ...filter, page, sort, direction })
      return c.json(await withinPages(page, read, () => countOrders(db, filter)))
    },
  )
  .get(
    '/admin/orders/count',
    describeAdminRead(
      'How many orders a filter lets through, counted up to 10,000: a list counts what a search finds to 500',
      { message: LOAD_FAILED },
    ),
    input('query', orderFilter),
    async (c) => c.json(await countOrders(c.var.deps.db, c.req.valid('query'))),
  )
  .get(
    '/admin/orders/csv',
    describeAdminRead('What a filter lets through, whole, as a file for spreadsheets', {
      message: 'Failed to export the orders',
      mediaType: 'text/csv',
    }),
    input('query', orderFilter),
    async (c) => {
      const today = isoDate(c.var.deps.clock.now(), REPORTING_TIME_ZONE)
      return c.body(await exportOrders(c.var.deps, c.req.valid('query')), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="orders-${today}.csv"`,
      })
    },
  )
  .post(
    '/admin/orders/sample',
    describeAdminWrite('Make a sample order to try things out with', {
      message: 'Failed to create sample order',
      errors: ['not_found'],
    }),
    async (c) => c.json({ id: await createSampleOrder(c.var.deps, c.var.session.userId) }),
  )
  .get(
    '/admin/orders/:id',
    describeAdminRead(
      'An order with its items, shop orders, refunds, flags and timeline, and what can be done with it',
      { message: 'Failed to load order details', errors: ['order_not_found'] },
    ),
    input('param', idParams),
    async (c) => c.json(await orderDetail(c.var.deps, c.req.valid('param').id)),
  )
  .put(
    '/admin/orders/:id',
    describeAdminWrite(
      'Put address, phone, recipient, note or instructions right; a new ZIP must be served',
      { message: 'Failed to update order', errors: ['order_not_found', 'edit_conflict', 'zip_not_served'] },
    ),
    input('param', idParams),
    input('json', orderCorrection),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await correctOrder(c.var.deps, c.var.session.userId, id, c.req.valid('json'))
      return c.json({ version })
    },
  )
  .put(
    '/admin/orders/:id/status',
    describeAdminWrite("Set an order's status: any from any other", {
      message: 'Failed to update order status',
      errors: ['order_not_found', 'edit_conflict'],
    }),
    input('param', idParams),
    input('json', statusRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await changeOrderStatus(c.var.deps, c.var.session.userId, id, c.req.valid('json'))
      return c.json({ version })
    },
  )
  .post(
    '/admin/orders/:id/flags/:flagId/resolve',
    describeAdminWrite('Take down a flag that somebody has looked at', {
      message: 'Failed to update order',
      errors: ['not_found'],
    }),
    input('param', flagParams),
    async (c) => {
      const { id, flagId } = c.req.valid('param')
      await resolveOrderFlag(c.var.deps, c.var.session.userId, id, flagId)
      return c.json({ success: true } as const)
    },
  )
  .delete(
    '/admin/orders/:id',
    describeAdminWrite('Delete an order that holds no money and that no shop has; its log stays', {
      message: 'Failed to delete order',
      errors: ['order_not_found', 'order_not_deletable', 'payments_unavailable', 'edit_conflict'],
    }),
    input('param', idParams),
    async (c) => {
      await deleteOrder(c.var.deps, c.var.session.userId, c.req.valid('param').id)
      return c.json({ success: true } as const)
    },
  )

export type AdminOrdersRoutes = typeof adminOrders
