import { afterEach, expect, test, vi } from 'vitest'
import { PICTURE_MAX_BYTES } from '#domain/pictures.ts'
import { preparePicture, SMALL_BYTES } from '#src/lib/prepare-picture.ts'

// A file is scaled down or sent as it is, by what the browser can do.

const SCALED = new Blob(['scaled'], { type: 'image/jpeg' })
const file = (bytes: number, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

/** @param noise is added to what is read from a canvas */
function browser({ canRead = true, noise = 0 } = {}) {
  let color: readonly number[] = []
  const context = {
    set fillStyle(style: string) {
      color = (style.match(/\d+/g) ?? []).map(Number)
    },
    fillRect: () => {},
    drawImage: () => {},
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: Uint8ClampedArray.from(
        { length: width * height * 4 },
        (_, at) => [...color, 255][at % 4] ?? 0,
      ).with(5, (color[1] ?? 0) + noise),
    }),
  }
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => context,
    toBlob: (done: (blob: Blob) => void) => done(SCALED),
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  vi.stubGlobal('createImageBitmap', async () => {
    if (!canRead) throw new Error('The source image could not be decoded')
    return { width: 4000, height: 3000, close: () => {} }
  })
  return canvas
}
afterEach(() => vi.unstubAllGlobals())

test('sends a small file as it is', async () => {
  browser()
  for (const type of ['image/jpeg', 'image/png', 'image/webp', '']) {
    const small = file(SMALL_BYTES, type)
    expect(await preparePicture(small)).toBe(small)
  }
})

test('scales a large file, and a small one that the server does not read', async () => {
  const canvas = browser()
  expect(await preparePicture(file(SMALL_BYTES + 1))).toBe(SCALED)
  expect([canvas.width, canvas.height]).toEqual([1600, 1200])
  expect(await preparePicture(file(10, 'image/heic'))).toBe(SCALED)
})

test.each<[string, () => unknown]>([
  ['has no createImageBitmap', () => vi.stubGlobal('createImageBitmap', undefined)],
  ['cannot read it', () => browser({ canRead: false })],
  ['adds noise to canvases', () => browser({ noise: 1 })],
])('in a browser that %s, sends a large file as it is, or says why not', async (_, open) => {
  open()
  const large = file(SMALL_BYTES + 1)
  expect(await preparePicture(large)).toBe(large)
  expect(await preparePicture(file(PICTURE_MAX_BYTES + 1))).toBe('too_large')
  expect(await preparePicture(file(10, 'image/heic'))).toBe('unreadable')
})
