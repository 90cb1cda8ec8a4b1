import { parseHTML } from 'linkedom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PHOTO_GONE } from '#domain/photos.ts'
import { showPhotos, watchPhotos } from '#src/lib/photo-item.ts'

// Photographs on a page whose links end, and whose pictures may be gone.

let list: HTMLElement
let renewals = 0
beforeEach(() => {
  const { document, HTMLImageElement, Event } = parseHTML('<body><ul></ul></body>')
  for (const [name, value] of Object.entries({ document, HTMLImageElement, Event }))
    vi.stubGlobal(name, value)
  list = document.querySelector('ul') as HTMLElement
  renewals = 0
  watchPhotos(list, () => {
    renewals += 1
  })
})
afterEach(() => vi.unstubAllGlobals())

const photo = (url: string, id = 'one') => ({ id, step: 'bouquet' as const, url })
const image = () => list.querySelector('img')
const fail = () => image()?.dispatchEvent(new Event('error', { bubbles: true }))

test('a new link opens the picture that is shown, which is not fetched again', () => {
  showPhotos(list, [photo('/a?until=1')])
  const before = image()
  showPhotos(list, [photo('/a?until=2')])
  expect(image()).toBe(before)
  expect(before?.getAttribute('src')).toBe('/a?until=1')
  expect(list.querySelector('a')?.getAttribute('href')).toBe('/a?until=2')
})

test('a picture that does not come is asked for by a new link, and is said to be gone until there is one', () => {
  showPhotos(list, [photo('/b?until=1')])
  fail()
  expect([renewals, list.textContent, list.querySelector('a')]).toEqual([1, `${PHOTO_GONE}The bouquet`, null])
  // The same link would fail again.
  showPhotos(list, [photo('/b?until=1')])
  expect([image(), list.textContent]).toEqual([null, `${PHOTO_GONE}The bouquet`])
  showPhotos(list, [photo('/b?until=2')])
  expect(image()?.getAttribute('src')).toBe('/b?until=2')
  expect(renewals).toBe(1)
})

test('shows what is added and not what was deleted', () => {
  showPhotos(list, [photo('/c'), photo('/d', 'two')])
  showPhotos(list, [photo('/d', 'two'), photo('/e', 'three')])
  expect([...list.children].map(({ id }) => id)).toEqual(['two', 'three'])
})
