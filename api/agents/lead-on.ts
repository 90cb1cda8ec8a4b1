import type { Deps } from '#api/deps.ts'
import { logFailure } from '#api/platform/failure.ts'
import { inTime } from '#api/platform/timer.ts'
import { type ProductRow, productsOnSale } from '#api/storefront/queries.ts'
import { isStorefrontSku } from '#domain/catalogue.ts'
import type { Permalink } from './permalink.ts'

type Fields = Record<string, string>
/** The fields with which the storefront opens its delivery step. */
export type BouquetFields = (product: ProductRow) => Fields

const GATE = '/'
const BOUQUETS = '/home'
const DELIVERY = '/delivery-options'

const NOT_FOUND: Fields = { notice: 'product-not-found' }

/**
 * Says where a link leads to: to the delivery step with its bouquet, or to the page that it asks for. A bouquet that is not
 * sold, and a link that cannot be read, lead to the first page, which says so.
 * @returns a path of the shop with its query: it leads to no other host
 */
export async function leadOn(deps: Deps, link: Permalink, bouquetFields: BouquetFields): Promise<string> {
  const [path, fields] = await chooseStep(deps, link, bouquetFields)
  // Only paths and queries are read of it.
  const address = new URL(path, 'http://shop.internal')
  for (const [name, value] of Object.entries(fields)) {
    if (reads(address.pathname, name)) address.searchParams.set(name, value)
  }
  for (const [name, value] of link.passedOn) address.searchParams.append(name, value)
  return address.pathname + address.search
}

/** True if a page reads a field about the bouquet. Pages that sell nothing get none. */
function reads(path: string, name: string): boolean {
  if (path === DELIVERY) return true
  return [GATE, BOUQUETS].includes(path) && ['optionId', 'notice'].includes(name)
}

async function chooseStep(
  deps: Deps,
  { items, continueTo, isAmbiguous }: Permalink,
  bouquetFields: BouquetFields,
): Promise<[path: string, fields: Fields]> {
  const sku = items?.map(({ id }) => id).find(isStorefrontSku)
  // Two parameters for one field: nothing of them counts, and the visitor sees the bouquet before anything else.
  if (isAmbiguous) return sku ? [BOUQUETS, { optionId: sku }] : [GATE, {}]
  if (items === null) return [GATE, NOT_FOUND]
  if (items.length === 0) return [continueTo ?? GATE, {}]
  if (!sku) return [continueTo ?? GATE, NOT_FOUND]
  const onSale = await readProducts(deps)
  // The page of the bouquets says that there are none now, and offers another try.
  if (!onSale) return [BOUQUETS, { optionId: sku }]
  const product = onSale.find((one) => one.sku === sku)
  if (!product) return [continueTo ?? GATE, NOT_FOUND]
  const isMore = items.length > 1 || items.some(({ quantity }) => quantity !== '1')
  const fields = { ...bouquetFields(product), ...(isMore && { notice: 'one-bouquet' }) }
  return [continueTo ?? DELIVERY, fields]
}

/** The bouquets on sale; null if the database does not answer in time. */
async function readProducts(deps: Deps): Promise<ProductRow[] | null> {
  try {
    return await inTime(productsOnSale(deps.db), deps.config.timeLimits.readMs, deps.startTimer)
  } catch (error) {
    logFailure(deps, 'permalink_without_products', error)
    return null
  }
}
