import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { IMAGE_URL_MAX, PRICE_MAX_CENTS, SKU_MAX, TITLE_MAX } from '#domain/catalogue.ts'
import { cents, check, countingNumber, id, length, stamps, version } from './columns.ts'

export const products = sqliteTable(
  'products',
  {
    id: id(),
    sku: text().notNull().unique(),
    title: text().notNull(),
    priceCents: cents(),
    description: text(),
    imageUrl: text(),
    version: version(),
    ...stamps,
  },
  (t) => [
    check('products_sku_length', length('sku', 1, SKU_MAX)),
    check('products_title_length', length('title', 1, TITLE_MAX)),
    check('products_image_url_length', `length(image_url) <= ${IMAGE_URL_MAX}`),
    check(
      'products_price_range',
      `typeof(price_cents) = 'integer' and price_cents > 0 and price_cents <= ${PRICE_MAX_CENTS}`,
    ),
    check('products_version', countingNumber('version')),
    index('products_updated_at').on(t.updatedAt),
  ],
)
