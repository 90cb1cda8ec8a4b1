import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { editConflict } from '#api/platform/audit/edit-conflict.ts'
import { fieldChanges } from '#api/platform/audit/field-changes.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { productById, updateProduct as write } from './queries.ts'
import type { ProductUpdate } from './schema.ts'
import { showOnStorefront } from './show-on-storefront.ts'
import { told } from './told.ts'

/**
 * Changes a product; a field that is not given stays. A save that changes nothing writes nothing.
 * @returns its version now
 * @throws AppError `product_not_found`; `edit_conflict` when it is not at the version that the form was made from any
 * more; `invalid` when another product has the SKU
 */
export async function updateProduct(
  deps: Deps,
  actorId: string,
  id: string,
  { version, ...given }: ProductUpdate,
): Promise<number> {
  const { db, clock } = deps
  const [product] = await productById(db, id)
  if (!product) throw notFound(id)
  if (product.version !== version) throw await editConflict(db, 'product', id, version)
  const { description, imageUrl } = product
  const form = { description, imageUrl, ...given }
  const fields = fieldChanges(told(product), told(form))
  if (fields.length === 0) return version

  const at = clock.now().toISOString()
  const next = version + 1
  const change = {
    entity: 'product',
    entityId: id,
    action: 'update',
    fields,
    actorId,
    version: next,
    at,
  } as const
  try {
    if (!(await write(db, product, form, change))) {
      const [still] = await productById(db, id)
      throw still ? await editConflict(db, 'product', id, version) : notFound(id)
    }
  } catch (error) {
    if (!isUniqueViolation(error, 'products.sku')) throw error
    const message = `A different product with SKU "${form.sku}" already exists`
    throw new AppError('invalid', { message, issues: [{ path: 'sku', message }] })
  }
  showOnStorefront(deps)
  return next
}

function notFound(id: string): AppError {
  return new AppError('product_not_found', { message: `Product with ID ${id} not found` })
}
