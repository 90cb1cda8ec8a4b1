import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { idParams } from '#api/http/page-schema.ts'
import { pictureUpload } from '#api/http/picture-upload.ts'
import { isStorefrontSku } from '#domain/catalogue.ts'
import { storeProductPicture } from './pictures.ts'
import { type ProductRecord, productPage, productWithChanges } from './queries.ts'
import {
  productDeleteQuery,
  productForm,
  productListQuery,
  productUpdate,
  productUpdateParams,
} from './schema.ts'
import { createProduct, deleteProduct, updateProduct } from './service.ts'

/** The catalogue in the back office. */
export const adminProducts = new Hono<ApiEnv>()
  .get(
    '/admin/products',
    describeAdminRead('A page of products, last changed first; search in title, SKU and description', {
      message: 'Failed to load products',
    }),
    ignoreUnknown(productListQuery),
    input('query', productListQuery),
    async (c) => {
      const { rows, info } = await productPage(c.var.deps.db, c.req.valid('query'))
      return c.json({ rows: rows.map(rowOf), info, ...c.var.ignored })
    },
  )
  .post(
    '/admin/products',
    describeAdminWrite('Add a product', { message: 'Failed to create product' }),
    input('json', productForm),
    async (c) => c.json({ id: await createProduct(c.var.deps, c.var.session.userId, c.req.valid('json')) }),
  )
  .post(
    '/admin/products/pictures',
    describeAdminWrite('Store a picture for a product; the body is a JPEG, PNG or WebP of 10 MB at most', {
      message: 'The picture was not saved. Please try again.',
      errors: ['picture_refused', 'busy', 'storage_unavailable'],
    }),
    pictureUpload,
    async (c) => c.json(await storeProductPicture(c.var.deps, c.var.readPicture)),
  )
  .get(
    '/admin/products/:id',
    describeAdminRead('A product with its history', {
      message: 'Failed to load product details',
      errors: ['product_not_found'],
    }),
    input('param', idParams),
    async (c) => {
      const found = await productWithChanges(c.var.deps.db, c.req.valid('param').id)
      if (!found) throw new AppError('product_not_found')
      const { product, changes } = found
      const { description, createdAt } = product
      return c.json({ ...rowOf(product), description, createdAt, changes })
    },
  )
  .put(
    '/admin/products/:id',
    describeAdminWrite('Update a product; refused if someone else changed it since it was read', {
      message: 'Failed to update product',
      errors: ['product_not_found', 'edit_conflict'],
    }),
    input('param', productUpdateParams),
    input('json', productUpdate),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await updateProduct(c.var.deps, c.var.session.userId, id, c.req.valid('json'))
      return c.json({ version })
    },
  )
  .delete(
    '/admin/products/:id',
    describeAdminWrite('Delete a product; one that is listed on the storefront needs `confirmOnSale=true`', {
      message: 'Failed to delete product',
      errors: ['product_not_found', 'product_on_sale'],
    }),
    input('param', idParams),
    input('query', productDeleteQuery),
    async (c) => {
      const { id } = c.req.valid('param')
      const confirmed = c.req.valid('query').confirmOnSale === 'true'
      await deleteProduct(c.var.deps, c.var.session.userId, id, confirmed)
      return c.json({ success: true } as const)
    },
  )

export type AdminProductsRoutes = typeof adminProducts

/** A product as the list shows it: everything that fits into a row. */
function rowOf({ description, createdAt, updatedAt, version, ...row }: ProductRecord) {
  return { ...row, onStorefront: isStorefrontSku(row.sku), updatedAt, version }
}
