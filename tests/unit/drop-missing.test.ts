import { parseHTML } from 'linkedom'
import { beforeEach, expect, test, vi } from 'vitest'

// Photographs "Made this week" that do not come any more, as the storefront drops them.

const item = (name: string) => `<li><img src="${name}.jpg"><p>${name}</p></li>`
const bouquet = (...names: string[]) =>
  `<div data-bouquet><h3>A bouquet</h3><ul>${names.map(item).join('')}</ul></div>`

/** Opens a page whose pictures named `gone` have failed already. @returns the page, and what makes another one fail */
async function open(...bouquets: string[]) {
  const page = parseHTML(`<body><section data-part="made-this-week">${bouquets.join('')}</section></body>`)
  const { document, HTMLImageElement, Event } = page
  const images = [...document.querySelectorAll('img')]
  for (const image of images) {
    const naturalWidth = image.src === 'gone.jpg' ? 0 : 480
    Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: naturalWidth } })
  }
  for (const [name, value] of Object.entries({ document, HTMLImageElement })) vi.stubGlobal(name, value)
  await import('#src/storefront/bouquets/drop-missing.ts')
  const fail = (name: string) => {
    // The page listens on the way down, which these events do not have: they bubble instead.
    images.find(({ src }) => src === `${name}.jpg`)?.dispatchEvent(new Event('error', { bubbles: true }))
  }
  const words = () => [...document.querySelectorAll('h3, p')].map(({ textContent }) => textContent)
  return { document, fail, words }
}

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a picture that does not come goes with its words, before and after the script ran', async () => {
  const { words, fail } = await open(bouquet('one', 'gone', 'two', 'three', 'four'))
  expect(words()).toEqual(['A bouquet', 'one', 'two', 'three', 'four'])
  fail('two')
  expect(words()).toEqual(['A bouquet', 'one', 'three', 'four'])
})

test('a bouquet of which two are left is not there, and the other one stays', async () => {
  const { words } = await open(bouquet('one', 'gone', 'two'), bouquet('three', 'four', 'five'))
  expect(words()).toEqual(['A bouquet', 'three', 'four', 'five'])
})

test('without a bouquet there is no section', async () => {
  const { document, fail } = await open(bouquet('one', 'two', 'three'))
  fail('one')
  expect(document.querySelector('section')).toBeNull()
})
