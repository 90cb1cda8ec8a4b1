import { MADE_MIN } from '#domain/photos.ts'

// The page is kept for a while, and a photograph may have been hidden since: its words go with it, and too few show nothing.

const section = document.querySelector('[data-part="made-this-week"]')

function drop(image: HTMLImageElement): void {
  const bouquet = image.closest('[data-bouquet]')
  image.closest('li')?.remove()
  if (bouquet && bouquet.querySelectorAll('li').length < MADE_MIN) bouquet.remove()
  if (!section?.querySelector('li')) section?.remove()
}

section?.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && drop(target), true)
for (const image of section?.querySelectorAll('img') ?? []) {
  if (image.complete && image.naturalWidth === 0) drop(image)
}
