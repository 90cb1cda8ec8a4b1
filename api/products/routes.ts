import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import { READ_FAILURES, WRITE_FAILURES } from '#api/http/admin-failures.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, errorMessage, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { isStorefrontSku } from '#domain/catalogue.ts'
import { type ProductRecord, productPage, productWithChanges } from './queries.ts'
import {
  PRODUCT_ID_REQUIRED,
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
    describeRoute({
      summary: 'A page of products, last changed first; search in title, SKU and description',
      tag: 'admin',
      errors: READ_FAILURES,
    }),
    errorMessage('Failed to load products'),
    input('query', productListQuery),
    async (c) => {
      const { q, page } = c.req.valid('query')
      const { rows, info } = await withinPages(page, (page) => productPage(c.var.deps.db, q, page))
      return c.json({ rows: rows.map(rowOf), info })
    },
  )
  .post(
    '/admin/products',
    describeRoute({
      summary: 'Add a product',
      tag: 'admin',
      errors: WRITE_FAILURES,
    }),
    errorMessage('Failed to create product'),
    input('json', productForm),
    async (c) => c.json({ id: await createProduct(c.var.deps, c.var.session.userId, c.req.valid('json')) }),
  )
  .get(
    '/admin/products/:id',
    describeRoute({
      summary: 'A product with its history',
      tag: 'admin',
      errors: [...READ_FAILURES, 'product_not_found'],
    }),
    errorMessage('Failed to load product details'),
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
    describeRoute({
      summary: 'Change a product; refused when somebody else has changed it since it was read',
      tag: 'admin',
      errors: [...WRITE_FAILURES, 'product_not_found', 'edit_conflict'],
    }),
    errorMessage('Failed to update product'),
    input('param', productUpdateParams, PRODUCT_ID_REQUIRED),
    input('json', productUpdate),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await updateProduct(c.var.deps, c.var.session.userId, id, c.req.valid('json'))
      return c.json({ version })
    },
  )
  .delete(
    '/admin/products/:id',
    describeRoute({
      summary: 'Delete a product; one that the storefront sells only with `confirmOnSale=true`',
      tag: 'admin',
      errors: [...WRITE_FAILURES, 'product_not_found', 'product_on_sale'],
    }),
    errorMessage('Failed to delete product'),
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
