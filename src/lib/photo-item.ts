import { PHOTO_NAMES, type PhotoStep } from '#domain/photos.ts'

/** A photograph in a list. */
export const PHOTO_IMAGE = 'aspect-square h-auto w-full rounded-card bg-blush object-cover'

type Shown = { id: string; step: PhotoStep; url: string }

/** A photograph in a list, which opens in full. */
export function photoItem({ id, step, url }: Shown): HTMLLIElement {
  const item = document.createElement('li')
  item.id = id
  const link = document.createElement('a')
  Object.assign(link, { href: url, target: '_blank', rel: 'noopener', className: 'block' })
  const image = document.createElement('img')
  Object.assign(image, { src: url, alt: PHOTO_NAMES[step], className: PHOTO_IMAGE })
  const caption = document.createElement('span')
  caption.className = 'mt-1 block text-small text-muted'
  caption.textContent = PHOTO_NAMES[step]
  link.append(image, caption)
  item.append(link)
  return item
}
