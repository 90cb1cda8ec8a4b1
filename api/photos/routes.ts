import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { ApiEnv } from '#api/http/context.ts'
import {
  describeAdminRead,
  describeAdminWrite,
  describeRoute,
  describeShopCall,
  input,
} from '#api/http/describe-route.ts'
import { key } from '#api/http/field-schema.ts'
import { idParams } from '#api/http/page-schema.ts'
import type { StoredObject } from '#api/platform/storage/storage.ts'
import { madeForOwner, madeForShoppers, openMadePhoto, setHidden } from './made-this-week.ts'
import { openPhoto } from './service.ts'

const NOT_LOADED = 'We could not load this photo. Please try again.'

/** Until when a link to a photograph works, and its signature. */
const photoLinkQuery = z.object({ until: key(20), signature: key(100) })

const hideRequest = z.strictObject({ hidden: z.boolean() })

/** The photographs of orders: behind signed links, and those of finished bouquets that everybody may see. */
export const photos = new Hono<ApiEnv>()
  .get(
    '/photos/:shopOrderId/:object',
    describeShopCall('A photograph of an order, by a link that pages and emails have', {
      message: NOT_LOADED,
      mediaType: 'image/jpeg',
      errors: ['not_found', 'storage_unavailable'],
    }),
    input('query', photoLinkQuery),
    async (c) => {
      const { shopOrderId, object } = c.req.param()
      const link = { shopOrderId, object, ...c.req.valid('query') }
      // As long as its link lives: pages that look again have the same one.
      return pictureAnswer(c, await openPhoto(c.var.deps, link), 600)
    },
  )
  .get(
    '/made-this-week',
    describeRoute(
      'shop',
      'Bouquets that florists photographed in the last seven days, as far as shoppers see them',
      {
        message: 'Failed to load photos',
      },
    ),
    async (c) => c.json(await madeForShoppers(c.var.deps)),
  )
  .get(
    '/made-this-week/:id',
    describeRoute('shop', 'A photograph of a bouquet that shoppers see', {
      message: NOT_LOADED,
      mediaType: 'image/webp',
      errors: ['photo_gone', 'storage_unavailable'],
    }),
    input('param', idParams),
    // No cache but the reader's own: what is hidden now is gone for everybody else at once.
    async (c) => pictureAnswer(c, await openMadePhoto(c.var.deps, c.req.valid('param').id), 300),
  )

/** @param maxAge seconds for which the reader's own browser keeps it */
function pictureAnswer(c: Context<ApiEnv>, { body, bytes, contentType }: StoredObject, maxAge: number) {
  return c.body(body, 200, {
    'content-type': contentType,
    'content-length': String(bytes),
    'cache-control': `private, max-age=${maxAge}`,
  })
}

/** The back office's view of the photographs that shoppers see. */
export const adminPhotos = new Hono<ApiEnv>()
  .get(
    '/admin/products/:id/made-this-week',
    describeAdminRead(
      'The photographs of a bouquet that shoppers see or would see, newest first; hidden ones too',
      {
        message: 'Failed to load photos',
      },
    ),
    input('param', idParams),
    async (c) => c.json(await madeForOwner(c.var.deps, c.req.valid('param').id)),
  )
  .put(
    '/admin/photos/:id/hidden',
    describeAdminWrite('Hide a photograph of a bouquet from shoppers, or show it again; idempotent', {
      message: 'Failed to update the photo',
      errors: ['not_found'],
    }),
    input('param', idParams),
    input('json', hideRequest),
    async (c) => {
      await setHidden(c.var.deps, c.req.valid('param').id, c.req.valid('json').hidden)
      return c.json({ success: true } as const)
    },
  )

export type MadePhotoRoutes = typeof photos
export type AdminPhotosRoutes = typeof adminPhotos
