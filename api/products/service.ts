import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import {
  createRecord,
  deleteRecord,
  requireVersion,
  updateRecord,
} from '#api/platform/audit/versioned-record.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { purgeCatalogueCache } from '#api/platform/edge-cache.ts'
import { isStorefrontSku } from '#domain/catalogue.ts'
import { productById, productRecord } from './queries.ts'
import type { ProductForm, ProductUpdate } from './schema.ts'

/**
 * Adds a product to the catalogue.
 * @returns its id
 * @throws AppError `invalid` when another product has the SKU
 */
export async function createProduct(deps: Deps, actorId: string, form: ProductForm): Promise<string> {
  const id = crypto.randomUUID()
  const at = deps.clock.now().toISOString()
  await createRecord(deps.db, productRecord, { id, name: form.title, values: form, actorId, at }).catch(
    refuseTakenSku(`A product with SKU "${form.sku}" already exists`),
  )
  purgeCatalogueCache(deps)
  return id
}

/**
 * Changes a product; a field that is not given stays.
 * @returns its version now
 * @throws AppError `product_not_found`; `edit_conflict` when it is not at the version that the form was made from any
 * more; `invalid` when another product has the SKU, or without an id
 */
export async function updateProduct(
  deps: Deps,
  actorId: string,
  id: string,
  { version, ...changes }: ProductUpdate,
): Promise<number> {
  const { db, clock, log } = deps
  if (id === '') {
    log('warn', 'product_id_missing', { reason: 'Cannot update product: Missing product ID' })
    const message = 'Product ID is required for update'
    throw new AppError('invalid', { message, issues: [{ path: 'id', message }] })
  }
  const before = await productById(db, id)
  if (!before) throw new AppError('product_not_found', { message: `Product with ID ${id} not found` })
  await requireVersion(db, productRecord, before, version)
  const at = clock.now().toISOString()
  const changed = await updateRecord(db, productRecord, { before, changes, actorId, at }).catch(
    refuseTakenSku(`A different product with SKU "${changes.sku}" already exists`),
  )
  if (!changed) return version
  purgeCatalogueCache(deps)
  return version + 1
}

/**
 * Deletes a product; orders keep their snapshot of it.
 * @param confirmOnSale whether the caller knows that the storefront sells it and confirms the deletion
 * @throws AppError `product_not_found`; `product_on_sale` without that confirmation; `edit_conflict` when it was
 * changed at the same moment
 */
export async function deleteProduct(
  deps: Deps,
  actorId: string,
  id: string,
  confirmOnSale: boolean,
): Promise<void> {
  const { db, clock } = deps
  const before = await productById(db, id)
  if (!before) throw new AppError('product_not_found')
  if (isStorefrontSku(before.sku) && !confirmOnSale) throw new AppError('product_on_sale')
  const at = clock.now().toISOString()
  await deleteRecord(db, productRecord, { before, name: before.title, actorId, at })
  purgeCatalogueCache(deps)
}

function refuseTakenSku(message: string) {
  return (error: unknown): never => {
    if (!isUniqueViolation(error, 'products.sku')) throw error
    throw new AppError('invalid', { message, issues: [{ path: 'sku', message }] })
  }
}
