/** What a product's fields are called on its form and in its history. */
export const PRODUCT_LABELS = {
  sku: 'SKU',
  title: 'Title',
  priceCents: 'Price',
  price: 'Price',
  description: 'Description',
  imageUrl: 'Image URL',
}
