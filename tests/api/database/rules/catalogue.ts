import { products } from '#drizzle/schema/catalogue.ts'
import { checks, counting, each, notWhole, same, textOf, uniques } from './rule.ts'

export const CHECKS = checks(products, {
  products_sku_length: textOf('sku', 1, 50),
  products_title_length: textOf('title', 1, 255),
  products_image_url_length: {
    refuses: textOf('imageUrl', 0, 255).refuses,
    allows: { ...textOf('imageUrl', 0, 255).allows, 'no picture': { imageUrl: null } },
  },
  products_price_range: {
    refuses: { ...each('priceCents', 0, -1, 1_000_000), ...notWhole('priceCents') },
    allows: each('priceCents', 1, 999_999),
  },
  products_version: counting('version'),
})

export const UNIQUES = uniques(products, {
  products_sku_unique: {
    refuses: { 'the same SKU': same(['sku']) },
    allows: { 'another SKU with the same title and price': same(['title', 'priceCents']) },
  },
})
