import { formatMoney } from '#domain/money.ts'
import type { StorefrontProduct } from '#src/lib/api.ts'
import { BouquetPicture } from './bouquet-picture.tsx'

/** The bouquet that was picked, beside the next question. */
export function ChosenBouquet({ product }: { product: StorefrontProduct }) {
  const { title, imageUrl, priceCents } = product
  return (
    <div className="grid grid-cols-[minmax(0,4rem)_1fr] items-center gap-4 md:block">
      <div className="panel overflow-hidden">
        <BouquetPicture
          title={title}
          imageUrl={imageUrl}
          sizes="(min-width: 64rem) 21rem, (min-width: 48rem) 12rem, 4rem"
        />
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 md:mt-4">
        <span className="display text-title">{title}</span>
        <span className="display text-title tabular-nums">{formatMoney(priceCents)}</span>
      </p>
    </div>
  )
}
