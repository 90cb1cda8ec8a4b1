import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { ApiEnv } from '#api/http/context.ts'
import { describeShopCall, input } from '#api/http/describe-route.ts'
import { key } from '#api/http/field-schema.ts'
import { openPhoto } from './service.ts'

/** Until when a link to a photograph works, and its signature. */
const photoLinkQuery = z.object({ until: key(20), signature: key(100) })

/** The photographs of orders, behind signed links. */
export const photos = new Hono<ApiEnv>().get(
  '/photos/:shopOrderId/:object',
  describeShopCall('A photograph of an order, by a link that pages and emails have', {
    message: 'We could not load this photo. Please try again.',
    mediaType: 'image/jpeg',
    errors: ['not_found', 'storage_unavailable'],
  }),
  input('query', photoLinkQuery),
  async (c) => {
    const { shopOrderId, object } = c.req.param()
    const { body, bytes, contentType } = await openPhoto(c.var.deps, {
      shopOrderId,
      object,
      ...c.req.valid('query'),
    })
    return c.body(body, 200, {
      'content-type': contentType,
      'content-length': String(bytes),
      // As long as its link lives: pages that look again have the same one.
      'cache-control': 'private, max-age=600',
    })
  },
)
