import sharp from 'sharp'
import { expect, test } from 'vitest'
import { platformPictures } from '#api/platform/pictures/images.ts'
import { withoutMetadata } from '#api/platform/pictures/metadata.ts'
import {
  jpegMarkers,
  numbered,
  quarters,
  SECRET,
  shownColors,
  webpChunks,
} from '#tests/support/picture-files.ts'
import { sharpImages } from '#tests/support/sharp-images.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

// Whatever is in a file, only how it looks is kept.

const pictures = platformPictures(sharpImages, () => 0)
const NUMBERS = Array.from({ length: IS_SOAK ? 1_000 : 24 }, (_, index) => index)
/** Quantization, frame, Huffman tables, scan. */
const STRUCTURE = ['ffd8', 'ffdb', 'ffc0', 'ffc4', 'ffda', 'ffd9']
/** The steps of 255 that two lossy encodings may change in the middle of an area. */
const TOLERANCE = 32
const differences = (a: number[][], b: number[][]) =>
  a.flatMap((color, index) =>
    color.map((channel, part) => Math.abs(channel - (b[index]?.[part] ?? Number.NaN))),
  )

test('keeps no metadata of a JPEG, PNG or WebP, and shows it upright', async () => {
  for (const number of NUMBERS) {
    const options = numbered(number)
    const sent = await quarters(options)
    expect(Buffer.from(sent).includes(SECRET), JSON.stringify(options)).toBe(true)
    const { bytes, width, height } = await pictures.photo(sent)
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false)
    expect([...new Set(jpegMarkers(bytes))]).toEqual(STRUCTURE)
    const sideways = options.orientation >= 5
    const size = [options.width, options.height]
    expect([width, height]).toEqual(sideways ? size.reverse() : size)
    const { exif, icc, xmp, iptc, orientation, ...stored } = await sharp(bytes).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect([stored.width, stored.height]).toEqual([width, height])
    const [before, after] = [await shownColors(sent), await shownColors(bytes)]
    expect(Math.max(...differences(before, after)), JSON.stringify(options)).toBeLessThanOrEqual(TOLERANCE)
  }
})

test('makes two sizes of AVIF and WebP and a JPEG of a product’s picture, without metadata', async () => {
  const sent = await quarters({ format: 'jpeg', orientation: 6, width: 1600, height: 1600 })
  const files = await pictures.productPictures(sent)
  const before = await shownColors(sent)
  for (const [name, { bytes, type }] of Object.entries(files)) {
    const { width, format } = await sharp(bytes).metadata()
    expect([name, width, type]).toEqual([
      name,
      Number(/\d+/.exec(name)?.[0] ?? 1200),
      `image/${format === 'heif' ? 'avif' : format}`,
    ])
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false)
    expect(Math.max(...differences(before, await shownColors(bytes)))).toBeLessThanOrEqual(TOLERANCE)
  }
  expect(Object.keys(files).sort()).toEqual(['-480.avif', '-480.webp', '-960.avif', '-960.webp', '.jpg'])
  expect(webpChunks(files['-960.webp'].bytes)).toEqual(['VP8 '])
})

test('never enlarges a picture', async () => {
  const sent = await quarters({ format: 'webp', orientation: 1, width: 300, height: 90 })
  const { '.jpg': jpeg, '-960.avif': avif } = await pictures.productPictures(sent)
  expect((await sharp(jpeg.bytes).metadata()).width).toBe(300)
  expect((await sharp(avif.bytes).metadata()).width).toBe(300)
  expect(await pictures.photo(sent)).toMatchObject({ width: 300, height: 90 })
})

test('scales a photograph down to 1600 pixels', async () => {
  const sent = await quarters({ format: 'jpeg', orientation: 6, width: 3000, height: 2000 })
  expect(await pictures.photo(sent)).toMatchObject({ width: 1067, height: 1600 })
})

test('takes out what a platform leaves in a JPEG: Exif, XMP, profiles, comments', async () => {
  const left = await quarters(numbered(0))
  const bytes = withoutMetadata(left)
  expect(Buffer.from(bytes).includes(SECRET)).toBe(false)
  const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
  expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
  const upright = await sharp(left).keepIccProfile().toFormat('png').toBuffer()
  expect(Math.max(...differences(await shownColors(upright), await shownColors(bytes)))).toBeLessThanOrEqual(
    TOLERANCE,
  )
  const page = Buffer.concat([left, Buffer.from('<script>')])
  expect(Buffer.from(withoutMetadata(page)).includes('<script>')).toBe(false)
  for (const other of ['<html>', 'GIF89a', '\0\0\0\x18ftypheic']) {
    expect(() => withoutMetadata(Buffer.from(other.padEnd(40), 'latin1'))).toThrow()
  }
})

test.each(['png', 'webp'] as const)('puts a transparent %s onto white', async (format) => {
  const clear = { create: { width: 20, height: 20, channels: 4, background: '#00000000' } } as const
  const sent = await sharp(clear).toFormat(format, { lossless: true }).toBuffer()
  const colors = await shownColors((await pictures.photo(sent)).bytes)
  expect(colors.flat().every((channel) => channel > 250)).toBe(true)
})
