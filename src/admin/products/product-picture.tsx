import { useState } from 'react'
import { fallbackImage, isPictureAddress } from '#domain/catalogue.ts'

type ProductPictureProps = { title: string; imageUrl: string | null; className?: string }

/** A product's picture as it would be shown; the placeholder that fits its title when there is none or it is broken (§2). */
export function ProductPicture({ title, imageUrl, className }: ProductPictureProps) {
  const [broken, setBroken] = useState<string>()
  const own = imageUrl && isPictureAddress(imageUrl) && imageUrl !== broken ? imageUrl : null
  return (
    <img
      className={className}
      src={own ?? `/bouquets/${fallbackImage(title)}-192.webp`}
      alt={own ? `${title || 'Product'} bouquet` : 'Placeholder'}
      width="192"
      height="240"
      loading="lazy"
      onError={() => imageUrl && setBroken(imageUrl)}
    />
  )
}
