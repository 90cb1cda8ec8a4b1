import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { assignmentChoicesOf, assignOrder } from './assign.ts'
import { assignmentPageOf } from './assignment-queries.ts'
import { assignmentQuery, assignRequest } from './assignment-schema.ts'

/** Assigning orders to shops: the list of orders that await one, the choice of a shop, the assignment. */
export const adminAssignOrders = new Hono<ApiEnv>()
  .get(
    '/admin/assignments',
    describeAdminRead(
      'A page of the orders that await a shop, promised first at the top; paid ones, or all',
      { message: 'Failed to load the orders that await a shop' },
    ),
    input('query', assignmentQuery),
    async (c) => {
      const { includeUnpaid, page } = c.req.valid('query')
      return c.json(
        await withinPages(page, (page) => assignmentPageOf(c.var.deps.db, includeUnpaid === 'true', page)),
      )
    },
  )
  .get(
    '/admin/assignments/:id',
    describeAdminRead(
      'An order to assign: itself, its market, every market with its active shops, who had it before',
      { message: 'Failed to load shops', errors: ['order_not_found'] },
    ),
    input('param', idParams),
    async (c) => c.json(await assignmentChoicesOf(c.var.deps, c.req.valid('param').id)),
  )
  .post(
    '/admin/assignments',
    describeAdminWrite(
      'Give an order to a shop, or with `replaces` to another one; of two at once one wins',
      {
        message: 'Failed to create shop order',
        errors: [
          'order_not_found',
          'shop_not_found',
          'already_assigned',
          'assignment_changed',
          'order_over',
          'shop_inactive',
          'shop_order_delivered',
          'edit_conflict',
        ],
      },
    ),
    input('json', assignRequest),
    async (c) => c.json(await assignOrder(c.var.deps, c.var.session.userId, c.req.valid('json'))),
  )

export type AdminAssignOrdersRoutes = typeof adminAssignOrders
