// Shows the shop's own picture where a product's is broken. Listens for the whole page, so that pages without a framework
// and pictures of later have it too; what failed before this ran is found by looking.

// A module, so that its test can import it.
export {}

function replace(image: HTMLImageElement): void {
  const { fallback, fallbackAlt } = image.dataset
  // Its own file may be broken, too.
  if (!fallback || image.getAttribute('src') === fallback) return
  // Its other files come before its address.
  for (const source of image.closest('picture')?.querySelectorAll('source') ?? []) source.srcset = ''
  image.src = fallback
  if (fallbackAlt) image.alt = fallbackAlt
}

addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replace(target), true)
for (const image of document.querySelectorAll('img')) {
  if (image.complete && image.naturalWidth === 0) replace(image)
}
