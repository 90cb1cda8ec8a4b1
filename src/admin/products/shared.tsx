import type { ReactNode } from 'react'
import type { ProductForm } from '#api/products/schema.ts'
import { type Container, fallbackImage, isPictureAddress } from '#domain/catalogue.ts'
import { formatMoney } from '#domain/money.ts'
import { isUploadedPicture, uploadedPictureOfWidth } from '#domain/product-pictures.ts'
import type { RecordKind } from '#src/admin/ui/record-kind.ts'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { WholeName } from '#src/admin/ui/truncate.tsx'
import { deleteProduct, PRODUCTS, type ProductDetail, type ProductRow, productQueries } from './queries.ts'

export const CONTAINER_WORDS: Readonly<Record<Container, string>> = { wrap: 'A wrap', vase: 'A vase' }

const NOT_SAID = <span className="text-muted">Not said</span>
const LISTED = 'Listed'

type Shown = {
  /** Its name on the product's screens and in its history. */
  label: string
  /** The text on the product's own screen; null: it stands elsewhere there. */
  fact: ((product: ProductDetail) => ReactNode) | null
  /** The list's column; null: the list leaves it out. */
  column: (Omit<Column<ProductRow>, 'header'> & { header?: string }) | null
}

/** The fields of a product, and what the storefront makes of it, in the order of its screens. The inputs are in form.tsx. */
export const PRODUCT_FIELDS: Readonly<Record<keyof ProductForm | 'onStorefront', Shown>> = {
  imageUrl: {
    label: 'Image URL',
    fact: null,
    column: {
      id: 'image',
      header: 'Image',
      quietHeader: true,
      phone: 'lead',
      width: 'image',
      cell: ({ imageUrl, title }) => (
        <ProductPicture
          imageUrl={imageUrl}
          title={title}
          className="h-[3.4375rem] w-11 rounded-md bg-paper object-contain md:h-10 md:w-8"
        />
      ),
    },
  },
  secondImageUrl: { label: 'Second picture', fact: null, column: null },
  sku: {
    label: 'SKU',
    fact: ({ sku }) => sku,
    column: {
      id: 'sku',
      width: 'code',
      phone: 'bottomStart',
      cell: ({ sku }) => <WholeName>{sku}</WholeName>,
    },
  },
  title: {
    label: 'Title',
    fact: ({ title }) => title,
    column: { id: 'title', cell: ({ title }) => <WholeName>{title}</WholeName> },
  },
  onStorefront: {
    label: 'Storefront',
    fact: ({ onStorefront }) =>
      onStorefront ? <StatusBadge status="active">{LISTED}</StatusBadge> : 'Not listed',
    column: {
      id: 'storefront',
      width: 'status',
      phone: 'bottomEnd',
      cell: ({ onStorefront }) => (onStorefront ? LISTED : <span className="text-muted">Not listed</span>),
    },
  },
  priceCents: {
    label: 'Price',
    fact: ({ priceCents }) => <span className="tabular-nums">{formatMoney(priceCents)}</span>,
    column: {
      id: 'price',
      align: 'end',
      width: 'amount',
      phone: 'topEnd',
      cell: ({ priceCents }) => formatMoney(priceCents),
    },
  },
  description: {
    label: 'Description',
    fact: ({ description }) => description ?? <span className="text-muted">No description available</span>,
    column: null,
  },
  heightInches: {
    label: 'Height (inches)',
    fact: ({ heightInches }) => heightInches ?? NOT_SAID,
    column: null,
  },
  stems: { label: 'Stems', fact: ({ stems }) => stems ?? NOT_SAID, column: null },
  container: {
    label: 'Comes in',
    fact: ({ container }) => (container ? CONTAINER_WORDS[container] : NOT_SAID),
    column: null,
  },
}

const LABELS = Object.entries(PRODUCT_FIELDS).map(([name, { label }]) => [name, label] as const)

export const PRODUCT: RecordKind<ProductRow, ProductDetail> = {
  name: 'Product',
  path: 'products',
  queries: productQueries,
  touches: PRODUCTS,
  labels: Object.fromEntries(LABELS),
  titleOf: ({ title }) => title,
  // One that the storefront sells says so first.
  deletionOf: ({ id, title, onStorefront }) => ({
    title: `Delete ${title}?`,
    description: (
      <>
        {onStorefront && (
          <p className="font-semibold">
            This bouquet is listed on the storefront. Deleting it takes it off sale right away.
          </p>
        )}
        <p>This cannot be undone. Existing orders keep their details.</p>
      </>
    ),
    run: () => deleteProduct(id, onStorefront),
  }),
}

const PLACEHOLDER = 'Placeholder'

type ProductPictureProps = { title: string; imageUrl: string | null; className?: string }

/** A product's picture as it would be shown; the placeholder that fits its title when there is none or it is broken. */
export function ProductPicture({ title, imageUrl, className }: ProductPictureProps) {
  const own = imageUrl && isPictureAddress(imageUrl) ? imageUrl : null
  const small = own && isUploadedPicture(own) ? uploadedPictureOfWidth(own, 480) : own
  const fallback = `/bouquets/${fallbackImage(title)}-192.webp`
  return (
    <img
      key={`${own} ${fallback}`}
      className={className}
      src={small ?? fallback}
      alt={own ? `${title || 'Product'} bouquet` : PLACEHOLDER}
      // For src/lib/broken-pictures.ts.
      data-fallback={fallback}
      data-fallback-alt={PLACEHOLDER}
      width="192"
      height="240"
      loading="lazy"
    />
  )
}
