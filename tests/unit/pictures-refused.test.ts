import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspectPicture } from '#api/platform/pictures/inspect.ts'
import { PICTURE_MAX_BYTES, PictureRefused } from '#domain/pictures.ts'
import { testPictureCodecs } from '#tests/support/picture-codecs.ts'
import { type Format, pngChunk, pngHeader, quarters } from '#tests/support/picture-files.ts'
import { runs, SEED } from '#tests/support/soak.ts'

// Files that are no picture, or more than one picture, or not all of it.

const codecs = testPictureCodecs(() => 0)
const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp']
const [JPEG, PNG, WEBP] = (await Promise.all(
  FORMATS.map((format) => quarters({ format, orientation: 1, width: 48, height: 32 })),
)) as [Uint8Array, Uint8Array, Uint8Array]
const VALID = { jpeg: JPEG, png: PNG, webp: WEBP }

/** The code with which bytes are refused; null if they are taken. */
async function refusal(bytes: Uint8Array): Promise<string | null> {
  try {
    await codecs.photo(bytes)
    return null
  } catch (error) {
    if (error instanceof PictureRefused) return error.code
    throw error
  }
}

const join = (...parts: (Uint8Array | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['a GIF', 'GIF89a\x01\0\x01\0\0\0\0;'],
  ['an AVIF', '\0\0\0\x20ftypavif\0\0\0\0avifmif1'],
  ['a HEIC', '\0\0\0\x18ftypheic\0\0\0\0heicmif1'],
  ['a PDF', '%PDF-1.7'],
  ['a ZIP', 'PK\x03\x04'],
  ['nothing', ''],
  ['a JPEG’s first bytes', '\xff\xd8'],
])('refuses %s as no picture', async (_name, text) => {
  expect(await refusal(Buffer.from(text, 'latin1'))).toBe('not_a_picture')
})

describe.each(FORMATS)('a %s', (format) => {
  const valid = VALID[format]

  test.each(['<html><script>alert(1)</script>', 'PK\x03\x04 a zip', '%PDF-1.7', '\0'])(
    'is refused with %j before or after it',
    async (text) => {
      expect(await refusal(join(valid, text))).toBe('damaged')
      expect(await refusal(join(text, valid))).toBe('not_a_picture')
    },
  )

  test('is refused wherever it was cut off', async () => {
    for (let length = 12; length < valid.length; length += 7) {
      expect([await refusal(valid.subarray(0, length)), length]).toEqual(['damaged', length])
    }
    expect(await refusal(valid.subarray(0, -1))).toBe('damaged')
  })

  test('is refused twice over', async () => {
    expect(await refusal(join(valid, valid))).toBe('damaged')
  })

  test('is refused with more than 1600 pixels on a side', async () => {
    const large = await quarters({ format, orientation: 1, width: 40, height: 1601 })
    expect(await refusal(large)).toBe('too_many_pixels')
    expect(inspectPicture(large, 1601)).toMatchObject({ type: format, width: 40, height: 1601 })
  })

  test('may be mutated anywhere: it is refused or read, and nothing else happens', async () => {
    let state = SEED + FORMATS.indexOf(format)
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let run = 0; run < runs(100); run += 1) {
      const mutated = Buffer.from(valid)
      for (let change = random(4); change >= 0; change -= 1) mutated[random(mutated.length)] = random(256)
      await refusal(mutated)
    }
    expect(await refusal(valid)).toBe(null)
  })
})

test('refuses 50,000 × 50,000 pixels by the header alone', async () => {
  const png = join(pngHeader(50_000, 50_000), pngChunk('IDAT', Buffer.of(0)), pngChunk('IEND', Buffer.of()))
  expect(await refusal(png)).toBe('too_many_pixels')
  const jpeg = Buffer.from(JPEG)
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt32BE(0xc350c350, frame + 5)
  expect(await refusal(jpeg)).toBe('too_many_pixels')
})

test('refuses a width or height of 0', async () => {
  const jpeg = Buffer.from(JPEG)
  jpeg.writeUInt16BE(0, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5)
  expect(await refusal(jpeg)).toBe('damaged')
  const png = join(pngHeader(0, 5), pngChunk('IDAT', Buffer.of(0)), pngChunk('IEND', Buffer.of()))
  expect(await refusal(png)).toBe('damaged')
})

test('refuses a PNG whose pixels do not fill what its header says', async () => {
  const rows = PNG.subarray(8 + 25)
  expect(await refusal(join(pngHeader(1600, 1600), rows))).toBe('damaged')
  expect(await refusal(join(pngHeader(2, 2), rows))).toBe('damaged')
})

test('refuses a PNG with a wrong checksum, or a length beyond its end', async () => {
  const checksum = Buffer.from(PNG)
  checksum[29] = (checksum[29] ?? 0) ^ 1
  expect(await refusal(checksum)).toBe('damaged')
  const length = Buffer.from(PNG)
  length.writeUInt32BE(0xffffffff, 33)
  expect(await refusal(length)).toBe('damaged')
})

test('refuses a WebP whose length is another one', async () => {
  for (const length of [0, WEBP.length, 0xffffffff]) {
    const webp = Buffer.from(WEBP)
    webp.writeUInt32LE(length, 4)
    expect(await refusal(webp)).toBe('damaged')
  }
})

test('refuses a JPEG whose data ends too early', async () => {
  const scan = Buffer.from(JPEG).indexOf(Buffer.from([0xff, 0xda]))
  expect(await refusal(join(JPEG.subarray(0, scan + 30), Buffer.of(0xff, 0xd9)))).toBe('damaged')
})

test('refuses a JPEG of printers, and one with thousands of scans', async () => {
  const cmyk = await sharp(JPEG).toColourspace('cmyk').jpeg().toBuffer()
  expect(await refusal(cmyk)).toBe('unsupported')
  const scan = Buffer.from(JPEG).indexOf(Buffer.from([0xff, 0xda]))
  const scans = Array.from({ length: 40 }, () => JPEG.subarray(scan, -2))
  expect(await refusal(join(JPEG.subarray(0, scan), ...scans, Buffer.of(0xff, 0xd9)))).toBe('unsupported')
})

test('refuses what moves', async () => {
  const frames = Buffer.concat([Buffer.alloc(8 * 8 * 3, 20), Buffer.alloc(8 * 8 * 3, 220)])
  const raw = { width: 8, height: 16, channels: 3, pageHeight: 8 } as const
  expect(await refusal(await sharp(frames, { raw }).webp({ loop: 0 }).toBuffer())).toBe('animated')
  const control = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  expect(await refusal(join(PNG.subarray(0, 33), control, PNG.subarray(33)))).toBe('animated')
})

test('refuses more than 2 MB', async () => {
  expect(await refusal(join(JPEG, Buffer.alloc(PICTURE_MAX_BYTES)))).toBe('too_large')
})

test('refuses random bytes after each signature', async () => {
  for (const valid of [JPEG, PNG, WEBP]) {
    const noise = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)
    expect(await refusal(join(valid.subarray(0, 16), noise))).not.toBe(null)
  }
})
