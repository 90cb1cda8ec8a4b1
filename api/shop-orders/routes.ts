import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { idParams, versionRequest } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { bulkPaymentRequest } from './assignment-schema.ts'
import { changeShopPayments } from './bulk.ts'
import { shopOrderDetailOf } from './detail.ts'
import { revokeFloristLink, sendFloristLink } from './florist-link.ts'
import { shopOrderPageOf } from './list-queries.ts'
import {
  contactRequest,
  shopNotesRequest,
  shopOrderPaymentRequest,
  shopOrderQuery,
  shopOrderStatusRequest,
} from './schema.ts'
import {
  addContactNote,
  changeShopOrderStatus,
  changeShopPayment,
  editShopOrder,
  unassignOrder,
} from './service.ts'
import { todaysSheets } from './sheet-queries.ts'

const CHANGE_FAILURES = ['shop_order_not_found', 'edit_conflict'] as const
const LINK_FAILURES = ['shop_order_not_found'] as const

/** Shop orders: the list, one of them, and what admins change about it. */
export const adminShopOrders = new Hono<ApiEnv>()
  .get(
    '/admin/shop-orders',
    describeAdminRead(
      'A page of shop orders, sorted by assignment, promised time or status; search in ids, references and shop names',
      { message: 'Failed to load shop orders' },
    ),
    ignoreUnknown(shopOrderQuery),
    input('query', shopOrderQuery),
    async (c) => {
      const { page, ...filter } = c.req.valid('query')
      const { db, clock } = c.var.deps
      return c.json({
        ...(await withinPages(page, (page) => shopOrderPageOf(db, { ...filter, page }, clock.now()))),
        ...c.var.ignored,
      })
    },
  )
  .get(
    '/admin/shop-orders/print',
    describeAdminRead(
      'All that is printed for today’s florists, by shop, by the calendars of their markets',
      {
        message: 'Failed to load today’s sheets',
      },
    ),
    async (c) => c.json(await todaysSheets(c.var.deps, c.var.deps.clock.now())),
  )
  .get(
    '/admin/shop-orders/:id',
    describeAdminRead(
      'A shop order with its order, its shop, contact history, corrections, link and timeline',
      { message: 'Failed to load shop order', errors: ['shop_order_not_found'] },
    ),
    input('param', idParams),
    async (c) => {
      const { id } = c.req.valid('param')
      const message = `Failed to load shop order with ID ${id}`
      c.set('errorMessage', message)
      const found = await shopOrderDetailOf(c.var.deps, id)
      if (!found) throw new AppError('shop_order_not_found', { message })
      return c.json(found)
    },
  )
  .put(
    '/admin/shop-orders/:id/status',
    describeAdminWrite(
      'Set the status, from any status to any other; `rejected` frees the order, `delivered` delivers it',
      {
        message: 'Failed to update shop order status',
        errors: [...CHANGE_FAILURES, 'shop_order_withdrawn', 'already_assigned'],
      },
    ),
    input('param', idParams),
    input('json', shopOrderStatusRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const request = c.req.valid('json')
      return c.json(await changeShopOrderStatus(c.var.deps, c.var.session.userId, id, request))
    },
  )
  .put(
    '/admin/shop-orders/:id/payment',
    describeAdminWrite('Set whether the shop was paid', {
      message: 'Failed to update payment status',
      errors: CHANGE_FAILURES,
    }),
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
    describeAdminWrite('Write the notes about a shop order, its special instructions and payment reference', {
      message: 'Failed to update shop notes',
      errors: CHANGE_FAILURES,
    }),
    input('param', idParams),
    input('json', shopNotesRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await editShopOrder(c.var.deps, c.var.session.userId, id, c.req.valid('json'))
      return c.json({ version })
    },
  )
  .put(
    '/admin/shop-orders/payments',
    describeAdminWrite('Set whether the shops of several shop orders were paid; says what became of each', {
      message: 'Failed to update the payments',
    }),
    input('json', bulkPaymentRequest),
    async (c) =>
      c.json({ results: await changeShopPayments(c.var.deps, c.var.session.userId, c.req.valid('json')) }),
  )
  .post(
    '/admin/shop-orders/:id/contacts',
    describeAdminWrite('Add an entry to the contact history; idempotent by key', {
      message: 'Failed to add contact record',
      errors: LINK_FAILURES,
    }),
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
    describeAdminWrite('Withdraw the order from its shop; it awaits assignment again', {
      message: 'Failed to unassign the order',
      errors: [...CHANGE_FAILURES, 'shop_order_withdrawn', 'shop_order_over', 'shop_order_delivered'],
    }),
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
    describeAdminWrite('Send the florist a new link; the previous one is revoked', {
      message: 'Failed to send the link',
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
    input('param', idParams),
    async (c) => c.json(await sendFloristLink(c.var.deps, c.var.session.userId, c.req.valid('param').id)),
  )
  .delete(
    '/admin/shop-orders/:id/link',
    describeAdminWrite('Revoke the florist’s link', {
      message: 'Failed to revoke the link',
      errors: LINK_FAILURES,
    }),
    input('param', idParams),
    async (c) => {
      await revokeFloristLink(c.var.deps, c.var.session.userId, c.req.valid('param').id)
      return c.json({ success: true } as const)
    },
  )

export type AdminShopOrdersRoutes = typeof adminShopOrders
