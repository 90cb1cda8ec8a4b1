import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { assignmentChoicesOf, assignOrder, bulkChoicesOf } from './assign.ts'
import { assignmentQuery, assignRequest, bulkAssignRequest, bulkChoicesQuery } from './assignment-schema.ts'
import { assignOrders } from './bulk.ts'
import { assignmentPageOf } from './waiting-queries.ts'

/** Assigning orders to shops: the list of orders that await one, the choice of a shop, the assignment. */
export const adminAssignOrders = new Hono<ApiEnv>()
  .get(
    '/admin/assignments',
    describeAdminRead(
      'A page of the orders that await assignment, those in danger first, then by promised time; paid ones, or all; with it, who was just given which',
      { message: 'Failed to load orders awaiting assignment' },
    ),
    ignoreUnknown(assignmentQuery),
    input('query', assignmentQuery),
    async (c) => {
      const { includeUnpaid, page } = c.req.valid('query')
      const { db, clock } = c.var.deps
      const read = (page: number) => assignmentPageOf(db, includeUnpaid === 'true', page, clock.now())
      return c.json({ ...(await withinPages(page, read)), ...c.var.ignored })
    },
  )
  .get(
    '/admin/assignments/bulk',
    describeAdminRead(
      'What the assignment of several orders to one shop needs: all markets with their active shops, and which orders each has no room for',
      { message: 'Failed to load shops', errors: ['order_not_found'] },
    ),
    input('query', bulkChoicesQuery),
    async (c) => c.json(await bulkChoicesOf(c.var.deps, c.req.valid('query').ids)),
  )
  .get(
    '/admin/assignments/:id',
    describeAdminRead(
      'What the assignment of an order needs: the order, its market, all markets with their active shops, best first, and earlier assignments',
      { message: 'Failed to load shops', errors: ['order_not_found'] },
    ),
    input('param', idParams),
    async (c) => c.json(await assignmentChoicesOf(c.var.deps, c.req.valid('param').id)),
  )
  .post(
    '/admin/assignments',
    describeAdminWrite(
      'Assign an order to a shop, or reassign it with `replaces`; of two requests at once one wins',
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
  .post(
    '/admin/assignments/bulk',
    describeAdminWrite('Assign several orders to one shop, each by itself; says what became of each', {
      message: 'Failed to assign the orders',
    }),
    input('json', bulkAssignRequest),
    async (c) =>
      c.json({ results: await assignOrders(c.var.deps, c.var.session.userId, c.req.valid('json')) }),
  )

export type AdminAssignOrdersRoutes = typeof adminAssignOrders
