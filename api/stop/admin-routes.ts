import { Hono } from 'hono'
import { listBlocks } from '#api/blocks/queries.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { BLOCKS_SHOWN } from '#domain/blocks.ts'
import { liftRequest, placeRequest } from './admin-schema.ts'
import { lift, refusePlace } from './block-orders.ts'

/** Blocks in the back office. No answer has an address, a name or a hash of one. */
export const adminBlocks = new Hono<ApiEnv>()
  .get(
    '/admin/blocks',
    describeAdminRead(
      'The last blocks, newest first: who wants no flowers, and where nothing can be delivered',
      {
        message: 'Failed to load the blocks',
      },
    ),
    async (c) => c.json({ rows: await listBlocks(c.var.deps.db, BLOCKS_SHOWN) }),
  )
  .post(
    '/admin/blocks',
    describeAdminWrite('Refuse orders to an address to which nothing can be delivered', {
      message: 'Failed to add the address',
    }),
    input('json', placeRequest),
    async (c) => {
      await refusePlace(c.var.deps, c.var.session.userId, c.req.valid('json'))
      return c.json({ success: true } as const)
    },
  )
  .post(
    '/admin/blocks/:id/lift',
    describeAdminWrite('Lift a block, with the reason; lifted before, it stays as it is', {
      message: 'Failed to lift the block',
      errors: ['not_found'],
    }),
    input('param', idParams),
    input('json', liftRequest),
    async (c) => {
      await lift(c.var.deps, c.var.session.userId, c.req.valid('param').id, c.req.valid('json').reason)
      return c.json({ success: true } as const)
    },
  )

export type AdminBlocksRoutes = typeof adminBlocks
