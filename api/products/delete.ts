import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { editConflict } from '#api/platform/audit/edit-conflict.ts'
import { removed } from '#api/platform/audit/field-changes.ts'
import { isStorefrontSku } from '#domain/catalogue.ts'
import { productById, deleteProduct as write } from './queries.ts'
import { showOnStorefront } from './show-on-storefront.ts'
import { told } from './told.ts'

/**
 * Takes a product out of the catalogue; orders keep their snapshot of it (decisions.md, Catalogue).
 * @param confirmOnSale whether the caller knows that the storefront sells it and wants it gone all the same
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
  const [product] = await productById(db, id)
  if (!product) throw new AppError('product_not_found')
  if (isStorefrontSku(product.sku) && !confirmOnSale) throw new AppError('product_on_sale')
  const at = clock.now().toISOString()
  const { title, version } = product
  const fields = removed(title, told(product))
  const change = { entity: 'product', entityId: id, action: 'delete', fields, actorId, at } as const
  if (!(await write(db, product, { ...change, version: version + 1 }))) {
    const [still] = await productById(db, id)
    throw still ? await editConflict(db, 'product', id, version) : new AppError('product_not_found')
  }
  showOnStorefront(deps)
}
