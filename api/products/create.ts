import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { made } from '#api/platform/audit/field-changes.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { insertProduct } from './queries.ts'
import type { ProductForm } from './schema.ts'
import { showOnStorefront } from './show-on-storefront.ts'

/**
 * Adds a product to the catalogue (§5, §7).
 * @returns its id
 * @throws AppError `invalid` when another product has the SKU
 */
export async function createProduct(deps: Deps, actorId: string, form: ProductForm): Promise<string> {
  const id = crypto.randomUUID()
  const at = deps.clock.now().toISOString()
  try {
    await insertProduct(
      deps.db,
      { id, ...form, version: 1, createdAt: at, updatedAt: at },
      {
        entity: 'product',
        entityId: id,
        action: 'create',
        fields: made(form.title),
        actorId,
        version: 1,
        at,
      },
    )
  } catch (error) {
    if (!isUniqueViolation(error, 'products.sku')) throw error
    const message = `A product with SKU "${form.sku}" already exists`
    throw new AppError('invalid', { message, issues: [{ path: 'sku', message }] })
  }
  showOnStorefront(deps)
  return id
}
