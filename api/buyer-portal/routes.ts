import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeShopCall, input } from '#api/http/describe-route.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { cancelByBuyer, changeByBuyer } from './change.ts'
import { changeRequest, findOrderRequest, manageRequest } from './schema.ts'
import { findOrder, manageOrder } from './service.ts'

/** The page behind a buyer's own link, and how to get that link again. */
export const manage = new Hono<ApiEnv>()
  .post(
    '/manage',
    describeShopCall('The order of a buyer’s own link, with what the buyer may still change', {
      message: 'We could not load your order. Please try again.',
      errors: ['link_unknown'],
    }),
    rateLimit('lookUp'),
    input('json', manageRequest),
    async (c) => c.json(await manageOrder(c.var.deps, c.req.valid('json').token)),
  )
  .post(
    '/manage/change',
    describeShopCall('Change card, recipient, instructions or address until a florist has accepted', {
      message: 'Your change may not have been saved. Please try again.',
      errors: ['link_unknown', 'order_not_changeable', 'edit_conflict', 'zip_not_served', 'not_deliverable'],
    }),
    rateLimit('lookUp'),
    input('json', changeRequest),
    async (c) => c.json(await changeByBuyer(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/manage/cancel',
    describeShopCall('Cancel an order with a full refund until a florist has accepted; idempotent', {
      message: 'Your order may not have been cancelled yet. Please try again.',
      errors: ['link_unknown', 'order_not_changeable', 'not_refundable', 'edit_conflict'],
    }),
    rateLimit('lookUp'),
    input('json', manageRequest),
    async (c) => c.json(await cancelByBuyer(c.var.deps, c.req.valid('json').token)),
  )
  .post(
    '/find-order',
    describeShopCall('Send an order’s links to its buyer again; the answer is the same without one', {
      message: 'That did not work. Please try again.',
    }),
    rateLimit('lookUp'),
    input('json', findOrderRequest),
    async (c) => {
      await findOrder(c.var.deps, c.req.valid('json'))
      return c.json({ success: true } as const)
    },
  )

export type ManageRoutes = typeof manage
