import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import { READ_FAILURES, WRITE_FAILURES } from '#api/http/admin-failures.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, errorMessage, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { changeShopOrderStatus } from './change-status.ts'
import { revokeFloristLink, sendFloristLink } from './florist-link.ts'
import { shopOrderPageOf } from './list-queries.ts'
import { shopOrderDetailOf } from './queries.ts'
import {
  contactRequest,
  shopNotesRequest,
  shopOrderDetailsRequest,
  shopOrderPaymentRequest,
  shopOrderQuery,
  shopOrderStatusRequest,
  versionRequest,
} from './schema.ts'
import { addContactNote, changeShopPayment, editShopOrder } from './service.ts'
import { unassignOrder } from './unassign.ts'

const CHANGE_FAILURES = [...WRITE_FAILURES, 'shop_order_not_found', 'edit_conflict'] as const
const LINK_FAILURES = [...WRITE_FAILURES, 'shop_order_not_found'] as const

/** Shop orders: the list, one of them, and what admins change about it. */
export const adminShopOrders = new Hono<ApiEnv>()
  .get(
    '/admin/shop-orders',
    describeRoute({
      summary:
        'A page of shop orders, sorted by assignment, promised time or status; search in ids, references and shop names',
      tag: 'admin',
      errors: READ_FAILURES,
    }),
    errorMessage('Failed to load shop orders'),
    input('query', shopOrderQuery),
    async (c) => {
      const { page, ...filter } = c.req.valid('query')
      const { db } = c.var.deps
      return c.json(await withinPages(page, (page) => shopOrderPageOf(db, { ...filter, page })))
    },
  )
  .get(
    '/admin/shop-orders/:id',
    describeRoute({
      summary: 'A shop order with its order, its shop, contact history, corrections, link and timeline',
      tag: 'admin',
      errors: [...READ_FAILURES, 'shop_order_not_found'],
    }),
    errorMessage('Failed to load shop order'),
    input('param', idParams),
    async (c) => {
      const { id } = c.req.valid('param')
      const message = `Failed to load shop order with ID ${id}`
      c.set('errorMessage', message)
      const found = await shopOrderDetailOf(c.var.deps.db, id)
      if (!found) throw new AppError('shop_order_not_found', { message })
      return c.json(found)
    },
  )
  .put(
    '/admin/shop-orders/:id/status',
    describeRoute({
      summary: 'Set the status, any from any other; rejected frees the order, delivered delivers it',
      tag: 'admin',
      errors: [...CHANGE_FAILURES, 'shop_order_withdrawn', 'already_assigned'],
    }),
    errorMessage('Failed to update shop order status'),
    input('param', idParams),
    input('json', shopOrderStatusRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const request = c.req.valid('json')
      return c.json({
        version: await changeShopOrderStatus(c.var.deps, c.var.session.userId, id, request),
      })
    },
  )
  .put(
    '/admin/shop-orders/:id/payment',
    describeRoute({
      summary: 'Say whether the shop was paid',
      tag: 'admin',
      errors: CHANGE_FAILURES,
    }),
    errorMessage('Failed to update payment status'),
    input('param', idParams),
    input('json', shopOrderPaymentRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const request = c.req.valid('json')
      return c.json({ version: await changeShopPayment(c.var.deps, c.var.session.userId, id, request) })
    },
  )
  .put(
    '/admin/shop-orders/:id/notes',
    describeRoute({
      summary: 'Write the notes of the house about a shop order',
      tag: 'admin',
      errors: CHANGE_FAILURES,
    }),
    errorMessage('Failed to update shop notes'),
    input('param', idParams),
    input('json', shopNotesRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const { version, ...texts } = c.req.valid('json')
      return c.json({
        version: await editShopOrder(c.var.deps, c.var.session.userId, id, version, texts),
      })
    },
  )
  .put(
    '/admin/shop-orders/:id/details',
    describeRoute({
      summary: 'Write payment reference and special instructions',
      tag: 'admin',
      errors: CHANGE_FAILURES,
    }),
    errorMessage('Failed to update shop order'),
    input('param', idParams),
    input('json', shopOrderDetailsRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const { version, ...texts } = c.req.valid('json')
      return c.json({
        version: await editShopOrder(c.var.deps, c.var.session.userId, id, version, texts),
      })
    },
  )
  .post(
    '/admin/shop-orders/:id/contacts',
    describeRoute({
      summary: 'Add an entry to the contact history, once a key',
      tag: 'admin',
      errors: LINK_FAILURES,
    }),
    errorMessage('Failed to add contact record'),
    input('param', idParams),
    input('json', contactRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      await addContactNote(c.var.deps, c.var.session.userId, id, c.req.valid('json'))
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/admin/shop-orders/:id/unassign',
    describeRoute({
      summary: 'Take the order back from its shop; it awaits assignment again',
      tag: 'admin',
      errors: [...CHANGE_FAILURES, 'shop_order_withdrawn', 'shop_order_over', 'shop_order_delivered'],
    }),
    errorMessage('Failed to take the order back'),
    input('param', idParams),
    input('json', versionRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const { version } = c.req.valid('json')
      return c.json(await unassignOrder(c.var.deps, c.var.session.userId, id, version))
    },
  )
  .post(
    '/admin/shop-orders/:id/link',
    describeRoute({
      summary: 'Send the florist a new link; the one they had ends',
      tag: 'admin',
      errors: [
        ...CHANGE_FAILURES,
        'shop_order_withdrawn',
        'shop_order_over',
        'shop_order_delivered',
        'order_over',
        'shop_inactive',
        'shop_without_email',
      ],
    }),
    errorMessage('Failed to send the link'),
    input('param', idParams),
    async (c) => c.json(await sendFloristLink(c.var.deps, c.var.session.userId, c.req.valid('param').id)),
  )
  .delete(
    '/admin/shop-orders/:id/link',
    describeRoute({
      summary: 'End the florist’s link',
      tag: 'admin',
      errors: LINK_FAILURES,
    }),
    errorMessage('Failed to end the link'),
    input('param', idParams),
    async (c) => {
      await revokeFloristLink(c.var.deps, c.var.session.userId, c.req.valid('param').id)
      return c.json({ success: true } as const)
    },
  )

export type AdminShopOrdersRoutes = typeof adminShopOrders
