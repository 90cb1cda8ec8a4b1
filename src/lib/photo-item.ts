import { PHOTO_GONE, PHOTO_NAMES, type PhotoStep } from '#domain/photos.ts'

/** A photograph in a list. */
export const PHOTO_IMAGE = 'aspect-square h-auto w-full rounded-card bg-blush object-cover'
/** The words in the place of one whose picture is gone. */
const GONE = 'grid min-h-24 place-items-center rounded-card bg-blush p-4 text-center text-small text-muted'

type Shown = { id: string; step: PhotoStep; url: string }

/** The links whose pictures did not come. */
const failed = new Set<string>()

/** A photograph in a list, which opens in full; where its picture is gone, that is said. */
export function photoItem({ id, step, url }: Shown): HTMLLIElement {
  const item = document.createElement('li')
  item.id = id
  const caption = document.createElement('span')
  caption.className = 'mt-1 block text-small text-muted'
  caption.textContent = PHOTO_NAMES[step]
  if (failed.has(url)) {
    item.append(goneNote(), caption)
    return item
  }
  const link = document.createElement('a')
  Object.assign(link, { href: url, target: '_blank', rel: 'noopener', className: 'block' })
  const image = document.createElement('img')
  Object.assign(image, { src: url, alt: PHOTO_NAMES[step], className: PHOTO_IMAGE })
  link.append(image, caption)
  item.append(link)
  return item
}

/** Shows photographs with new links. One that is shown already is not fetched again. */
export function showPhotos(list: HTMLElement, photos: readonly Shown[]): void {
  const items = photos.map((photo) => {
    const link = [...list.children].find(({ id }) => id === photo.id)?.querySelector('a')
    if (!link?.parentElement) return photoItem(photo)
    link.href = photo.url
    return link.parentElement
  })
  if (items.length === list.children.length && items.every((item, n) => item === list.children[n])) return
  list.replaceChildren(...items)
}

/**
 * Puts words into the place of pictures that do not come.
 * @param renew is called then: a link may be over, and a new one opens the picture
 */
export function watchPhotos(list: HTMLElement, renew: () => void = () => {}): void {
  const replace = (image: HTMLImageElement) => {
    failed.add(image.getAttribute('src') ?? '')
    const link = image.closest('a')
    image.replaceWith(goneNote())
    link?.replaceWith(...link.childNodes)
    renew()
  }
  const onError = ({ target }: Event) => target instanceof HTMLImageElement && replace(target)
  list.addEventListener('error', onError, true)
  // Some failed before this ran.
  for (const image of list.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) replace(image)
  }
}

function goneNote(): HTMLSpanElement {
  const note = document.createElement('span')
  note.className = GONE
  note.textContent = PHOTO_GONE
  return note
}
