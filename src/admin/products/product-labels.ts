import type { ProductForm } from '#api/products/schema.ts'

/** What a product's fields are called on its form and in its history. */
export const PRODUCT_LABELS: Readonly<Record<keyof ProductForm | 'price', string>> = {
  sku: 'SKU',
  title: 'Title',
  priceCents: 'Price',
  price: 'Price',
  description: 'Description',
  imageUrl: 'Image URL',
}
