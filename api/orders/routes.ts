import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { idParams, versionRequest } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { isoDate, REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { correctOrder } from './correct.ts'
import { orderDetail } from './detail.ts'
import { exportOrders } from './export.ts'
import { countOrders, orderPageOf } from './list-queries.ts'
import { createSampleOrder } from './sample.ts'
import {
  flagParams,
  noteRequest,
  orderCorrection,
  orderFilter,
  orderListQuery,
  photoParams,
  statusRequest,
} from './schema.ts'
import {
  addOrderNote,
  changeOrderStatus,
  deleteOrder,
  deleteOrderPhoto,
  endBuyerLinks,
  resolveOrderFlag,
  stopBuyersTexts,
} from './service.ts'

const LOAD_FAILED = 'Orders table access error: Failed to load orders'

/** Orders in the back office. */
export const adminOrders = new Hono<ApiEnv>()
  .get(
    '/admin/orders',
    describeAdminRead(
      'A page of orders, with search and filters, sorted by creation, promised time or late ones first',
      {
        message: LOAD_FAILED,
      },
    ),
    ignoreUnknown(orderListQuery),
    input('query', orderListQuery),
    async (c) => {
      const { page, size, sort, direction, ...filter } = c.req.valid('query')
      const { db, clock } = c.var.deps
      const query = { ...filter, size, sort, direction }
      const read = (page: number) => orderPageOf(db, { ...query, page }, clock.now())
      return c.json({ ...(await withinPages(page, read, () => countOrders(db, filter))), ...c.var.ignored })
    },
  )
  .get(
    '/admin/orders/count',
    describeAdminRead(
      'How many orders match a filter, counted up to 10,000; lists count search results up to 250',
      { message: LOAD_FAILED },
    ),
    ignoreUnknown(orderFilter),
    input('query', orderFilter),
    async (c) => c.json({ ...(await countOrders(c.var.deps.db, c.req.valid('query'))), ...c.var.ignored }),
  )
  .get(
    '/admin/orders/csv',
    describeAdminRead('Everything that matches a filter, as CSV', {
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
    describeAdminWrite('Create a sample order', {
      message: 'Failed to create sample order',
      errors: ['not_found'],
    }),
    async (c) => c.json({ id: await createSampleOrder(c.var.deps, c.var.session.userId) }),
  )
  .get(
    '/admin/orders/:id',
    describeAdminRead(
      'An order with its items, shop orders, refunds, flags, timeline and the actions it allows',
      { message: 'Failed to load order details', errors: ['order_not_found'] },
    ),
    input('param', idParams),
    async (c) => c.json(await orderDetail(c.var.deps, c.req.valid('param').id)),
  )
  .put(
    '/admin/orders/:id',
    describeAdminWrite(
      'Correct an order’s address, phone, recipient, note or instructions; a new ZIP code must be served',
      {
        message: 'Failed to update order',
        errors: ['order_not_found', 'edit_conflict', 'zip_not_served', 'not_deliverable'],
      },
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
    describeAdminWrite("Set an order's status, from any status to any other", {
      message: 'Failed to update order status',
      errors: ['order_not_found', 'edit_conflict'],
    }),
    input('param', idParams),
    input('json', statusRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await changeOrderStatus(c.var.deps, c.var.session.userId, id, c.req.valid('json')))
    },
  )
  .post(
    '/admin/orders/:id/notes',
    describeAdminWrite('Add a note of staff to an order’s timeline; idempotent by key', {
      message: 'Failed to add note',
      errors: ['order_not_found'],
    }),
    input('param', idParams),
    input('json', noteRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      await addOrderNote(c.var.deps, c.var.session.userId, id, c.req.valid('json'))
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/admin/orders/:id/stop-texts',
    describeAdminWrite('Stop all texts to the number of an order’s buyer, who asked for it', {
      message: 'Failed to stop the texts',
      errors: ['order_not_found'],
    }),
    input('param', idParams),
    async (c) => {
      await stopBuyersTexts(c.var.deps, c.var.session.userId, c.req.valid('param').id)
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/admin/orders/:id/end-buyer-links',
    describeAdminWrite('End the links by which a buyer manages an order; later emails have a new one', {
      message: 'Failed to end the buyer’s links',
      errors: ['order_not_found', 'edit_conflict'],
    }),
    input('param', idParams),
    input('json', versionRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await endBuyerLinks(c.var.deps, c.var.session.userId, id, c.req.valid('json').version)
      return c.json({ version })
    },
  )
  .post(
    '/admin/orders/:id/flags/:flagId/resolve',
    describeAdminWrite('Resolve a flag', {
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
    '/admin/orders/:id/photos/:photoId',
    describeAdminWrite('Delete a photo of an order; idempotent', {
      message: 'Failed to delete the photo',
      errors: ['order_not_found', 'not_found'],
    }),
    input('param', photoParams),
    async (c) => {
      const { id, photoId } = c.req.valid('param')
      await deleteOrderPhoto(c.var.deps, c.var.session.userId, id, photoId)
      return c.json({ success: true } as const)
    },
  )
  .delete(
    '/admin/orders/:id',
    describeAdminWrite('Delete an order that holds no money and has no shop; its log is kept', {
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
