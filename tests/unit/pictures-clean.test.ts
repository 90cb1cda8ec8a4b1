import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testPictureCodecs } from '#tests/support/picture-codecs.ts'
import {
  jpegMarkers,
  numbered,
  pngChunk,
  pngHeader,
  quarters,
  SECRET,
  shownColors,
  webpChunks,
} from '#tests/support/picture-files.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

// Whatever is in a file, only how it looks is kept.

const codecs = testPictureCodecs(() => 0)
const NUMBERS = Array.from({ length: IS_SOAK ? 1_000 : 24 }, (_, index) => index)
/** JFIF, quantization, frame, Huffman tables, scan. */
const STRUCTURE = ['ffd8', 'ffe0', 'ffdb', 'ffc0', 'ffc4', 'ffda', 'ffd9']
/** Of 255; what two lossy encodings may change in the middle of an area. */
const TOLERANCE = 12
/** The difference that a dithered area may have. */
const DITHER_TOLERANCE = 24

const differences = (a: number[][], b: number[][]) =>
  a.flatMap((color, index) =>
    color.map((channel, part) => Math.abs(channel - (b[index]?.[part] ?? Number.NaN))),
  )

test('keeps no metadata of a JPEG, PNG or WebP, and shows it upright', async () => {
  for (const number of NUMBERS) {
    const options = numbered(number)
    const sent = await quarters(options)
    expect(Buffer.from(sent).includes(SECRET), JSON.stringify(options)).toBe(true)
    const { bytes, width, height } = await codecs.photo(sent)
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

test('makes three WebPs and a JPEG of a product’s picture, without metadata', async () => {
  const sent = await quarters({ format: 'jpeg', orientation: 6, width: 1600, height: 1600 })
  const { jpeg, webp } = await codecs.productPictures(sent)
  expect(webp.map(({ width, height }) => [width, height])).toEqual([
    [480, 480],
    [960, 960],
    [1600, 1600],
  ])
  expect([jpeg.width, jpeg.height]).toEqual([1200, 1200])
  expect([...new Set(jpegMarkers(jpeg.bytes))]).toEqual(STRUCTURE)
  const before = await shownColors(sent)
  for (const { bytes } of [jpeg, ...webp]) {
    expect(Math.max(...differences(before, await shownColors(bytes)))).toBeLessThanOrEqual(TOLERANCE)
  }
  for (const { bytes } of webp) expect(webpChunks(bytes)).toEqual(['VP8 '])
})

test('never enlarges a product’s picture', async () => {
  const widths = async (width: number) => {
    const sent = await quarters({ format: 'webp', orientation: 1, width, height: 90 })
    const { jpeg, webp } = await codecs.productPictures(sent)
    return [jpeg.width, ...webp.map((each) => each.width)]
  }
  expect(await widths(300)).toEqual([300, 300])
  expect(await widths(1000)).toEqual([1000, 480, 960])
})

test.each([
  ['a palette of 2 colours', { colours: 2, palette: true, greyscale: true }],
  ['a palette of 4 colours', { colours: 4, palette: true }],
  ['a palette of 16 colours', { colours: 16, palette: true }],
  ['interlaced rows', { progressive: true }],
  ['filtered rows', { adaptiveFiltering: true }],
])('reads a PNG with %s', async (_name, options) => {
  const source = sharp(await quarters({ format: 'png', orientation: 1, width: 37, height: 29 }))
  const sent = await ('greyscale' in options ? source.greyscale() : source).png(options).toBuffer()
  expect(
    Math.max(...differences(await shownColors(sent), await shownColors((await codecs.photo(sent)).bytes))),
  ).toBeLessThanOrEqual(DITHER_TOLERANCE)
})

test('reads a PNG of 16 bits, grey with alpha, and one with one transparent colour', async () => {
  const source = sharp(await quarters({ format: 'png', orientation: 1, width: 37, height: 29 }))
  const sixteen = await source.clone().toColourspace('rgb16').png().toBuffer()
  const grey = await source.clone().greyscale().ensureAlpha(0.5).png().toBuffer()
  for (const sent of [sixteen, grey]) {
    const { bytes } = await codecs.photo(sent)
    expect(Math.max(...differences(await shownColors(sent), await shownColors(bytes)))).toBeLessThanOrEqual(
      TOLERANCE,
    )
  }
})

test.each([
  ['1', Buffer.of(0, 0b01000000), 1, [0, 255]],
  ['2', Buffer.of(0, 0b01110000), 2, [255, 255]],
  ['4', Buffer.of(0, 0x1f), 4, [255, 255]],
  ['16', Buffer.of(0, 0, 1, 0, 2), 16, [255, 0]],
])('reads a grey PNG of %s bits, of which one grey is transparent', async (_name, row, bitDepth, shown) => {
  const sent = Buffer.concat([
    pngHeader(2, 1, bitDepth, 0),
    pngChunk('tRNS', Buffer.of(0, 1)),
    pngChunk('IDAT', deflateSync(row)),
    pngChunk('IEND', Buffer.of()),
  ])
  const { data } = await sharp((await codecs.photo(sent)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const [index, value] of shown.entries()) {
    expect(Math.abs((data[index * 3] ?? Number.NaN) - value)).toBeLessThanOrEqual(DITHER_TOLERANCE)
  }
})

test.each(['png', 'webp'] as const)('puts a transparent %s onto white', async (format) => {
  const clear = { create: { width: 20, height: 20, channels: 4, background: '#00000000' } } as const
  const sent = await sharp(clear).toFormat(format, { lossless: true }).toBuffer()
  const colors = await shownColors((await codecs.photo(sent)).bytes)
  expect(colors.flat().every((channel) => channel > 250)).toBe(true)
})
