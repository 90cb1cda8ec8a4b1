import { parseHTML } from 'linkedom'
import { expect, test, vi } from 'vitest'

const FALLBACK = '/bouquets/really-bad.jpg'

// In a browser it takes luck to fail before the script of the page, which stands in its HTML.
test('pictures that failed before the script ran are replaced, and no others', async () => {
  const { document, HTMLImageElement } = parseHTML(`<body>
    <img src="/gone.jpg" alt="A bouquet" data-fallback="${FALLBACK}" data-fallback-alt="Placeholder">
    <img src="/there.jpg" alt="A bouquet" data-fallback="${FALLBACK}">
    <img src="/logo.svg" alt="">
  </body>`)
  const images = [...document.querySelectorAll('img')]
  for (const image of images) {
    const naturalWidth = image.src === '/there.jpg' ? 480 : 0
    Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: naturalWidth } })
  }
  const globals = { document, HTMLImageElement, addEventListener: () => undefined }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  await import('#src/lib/broken-pictures.ts')
  vi.unstubAllGlobals()
  expect(images.map(({ src, alt }) => [src, alt])).toEqual([
    [FALLBACK, 'Placeholder'],
    ['/there.jpg', 'A bouquet'],
    ['/logo.svg', ''],
  ])
})
