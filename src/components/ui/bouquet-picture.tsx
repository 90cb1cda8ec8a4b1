import { fallbackImage } from '#domain/catalogue.ts'
import { isUploadedPicture, uploadedSrcSet } from '#domain/product-pictures.ts'

type BouquetPictureProps = {
  title: string
  /** The product's own picture; null or broken: the shop's picture that fits the title. */
  imageUrl: string | null
  /** The width at which it is drawn, for the browser's choice of file: `(min-width: 48rem) 20rem, 30vw`. */
  sizes: string
  /** Says nothing that the text beside it does not say. */
  decorative?: boolean
  /** It is the first thing to be seen: fetched with the page, before its scripts. */
  first?: boolean
  /** Shape and fit, instead of a 4:5 box that shows all of it. */
  className?: string
  /** The same for the shop's own pictures, whose ground is the page's. */
  ownClassName?: string
}

/** A bouquet, 4:5. */
export function BouquetPicture(props: BouquetPictureProps) {
  const { title, imageUrl, sizes, decorative = false, first = false } = props
  const { className = 'aspect-4/5 w-full object-contain', ownClassName = className } = props
  const base = `/bouquets/${fallbackImage(title)}`
  const alt = decorative ? '' : `${title} bouquet`
  const common = {
    width: 480,
    height: 600,
    className,
    decoding: 'async',
    // The browser asks for the others once the page is laid out: text and fonts come first.
    loading: first ? 'eager' : 'lazy',
    fetchPriority: first ? 'high' : 'auto',
  } as const
  if (imageUrl) {
    // Replaced by src/lib/broken-pictures.ts, before there is a framework on the page and without one.
    const own = <img key={imageUrl} {...common} alt={alt} src={imageUrl} data-fallback={`${base}.jpg`} />
    if (!isUploadedPicture(imageUrl)) return own
    return (
      <picture key={imageUrl}>
        <source type="image/avif" srcSet={uploadedSrcSet(imageUrl, 'avif')} sizes={sizes} />
        <source type="image/webp" srcSet={uploadedSrcSet(imageUrl, 'webp')} sizes={sizes} />
        {own}
      </picture>
    )
  }
  const files = (type: string) => `${base}-192.${type} 192w, ${base}.${type} 480w, ${base}-960.${type} 960w`
  return (
    <picture>
      <source type="image/avif" srcSet={files('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={files('webp')} sizes={sizes} />
      <img {...common} className={ownClassName} alt={alt} src={`${base}.jpg`} />
    </picture>
  )
}
