import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import {
  CONTAINERS,
  HEIGHT_MAX_INCHES,
  IMAGE_URL_MAX,
  PRICE_MAX_CENTS,
  SKU_MAX,
  STEMS_MAX,
  TITLE_MAX,
} from '#domain/catalogue.ts'
import {
  cents,
  check,
  countingNumber,
  countUpToOrNull,
  id,
  length,
  oneOf,
  stamps,
  version,
} from './columns.ts'

export const products = sqliteTable(
  'products',
  {
    id: id(),
    sku: text().notNull().unique(),
    title: text().notNull(),
    priceCents: cents(),
    description: text(),
    imageUrl: text(),
    /** A second look at it: in a vase, on a table, in a hand. */
    secondImageUrl: text(),
    /** About how large it is, and what it comes in; null where nobody has said so. */
    heightInches: integer(),
    stems: integer(),
    container: text({ enum: CONTAINERS }),
    version: version(),
    ...stamps,
  },
  (t) => [
    check('products_sku_length', length('sku', 1, SKU_MAX)),
    check('products_title_length', length('title', 1, TITLE_MAX)),
    check('products_image_url_length', `length(image_url) <= ${IMAGE_URL_MAX}`),
    check('products_second_image_url_length', `length(second_image_url) <= ${IMAGE_URL_MAX}`),
    check(
      'products_price_range',
      `typeof(price_cents) = 'integer' and price_cents > 0 and price_cents <= ${PRICE_MAX_CENTS}`,
    ),
    check('products_height', countUpToOrNull('height_inches', HEIGHT_MAX_INCHES)),
    check('products_stems', countUpToOrNull('stems', STEMS_MAX)),
    check('products_container', oneOf('container', CONTAINERS)),
    check('products_version', countingNumber('version')),
    index('products_updated_at').on(t.updatedAt),
  ],
)
