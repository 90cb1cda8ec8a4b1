import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Images, platformPictures } from '#api/platform/pictures/images.ts'
import { StorageError } from '#api/platform/storage/storage.ts'
import { PICTURE_MAX_PX, PictureRefused } from '#domain/pictures.ts'
import { type Format, pngChunk, pngHeader, quarters } from '#tests/support/picture-files.ts'
import { sharpImages } from '#tests/support/sharp-images.ts'
import { runs, SEED } from '#tests/support/soak.ts'

// Files that are no picture, or not all of it, and a platform that fails.

const pictures = platformPictures(sharpImages, () => 0)
const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp']
const [JPEG, PNG, WEBP] = (await Promise.all(
  FORMATS.map((format) => quarters({ format, orientation: 1, width: 48, height: 32 })),
)) as [Uint8Array, Uint8Array, Uint8Array]
const VALID = { jpeg: JPEG, png: PNG, webp: WEBP }

/** The code with which bytes are refused; null if they are taken. */
async function refusal(bytes: Uint8Array): Promise<string | null> {
  try {
    await pictures.photo(bytes)
    return null
  } catch (error) {
    if (error instanceof PictureRefused) return error.code
    throw error
  }
}

const join = (...parts: (Uint8Array | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['an AVIF’s first bytes', '\0\0\0\x20ftypavif\0\0\0\0avifmif1'],
  ['a HEIC’s first bytes', '\0\0\0\x18ftypheic\0\0\0\0heicmif1'],
  ['a PDF', '%PDF-1.7'],
  ['a ZIP', 'PK\x03\x04'],
  ['nothing', ''],
  ['a JPEG’s first bytes', '\xff\xd8'],
])('refuses %s as no picture', async (_name, text) => {
  expect(await refusal(Buffer.from(text, 'latin1'))).toBe('not_a_picture')
})

test.each(['gif', 'avif', 'tiff'] as const)('refuses a whole %s', async (format) => {
  expect(await refusal(await sharp(JPEG).toFormat(format).toBuffer())).toBe('not_a_picture')
})

describe.each(FORMATS)('a %s', (format) => {
  const valid = VALID[format]

  test.each(['<html><script>alert(1)</script>', 'PK\x03\x04 a zip', '%PDF-1.7'])(
    'is refused with %j before it, and stored without it behind it',
    async (text) => {
      expect(await refusal(join(text, valid))).toBe('not_a_picture')
      const { bytes } = await pictures.photo(join(valid, text))
      expect(Buffer.from(bytes).includes(text)).toBe(false)
    },
  )

  test('is refused wherever it was cut off', async () => {
    // A few bytes at its very end are not of the picture.
    for (let length = 12; length < valid.length * 0.9; length += 7) {
      expect([await refusal(valid.subarray(0, length)), length]).not.toEqual([null, length])
    }
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
  let made = 0
  const counting: Images = {
    ...sharpImages,
    input: (picture) => {
      made += 1
      return sharpImages.input(picture)
    },
  }
  const png = join(pngHeader(50_000, 50_000), pngChunk('IDAT', Buffer.of(0)), pngChunk('IEND', Buffer.of()))
  const refused = platformPictures(counting, () => 0).photo(png)
  await expect(refused).rejects.toBeInstanceOf(PictureRefused)
  const wide = await sharp({
    create: { width: PICTURE_MAX_PX + 1, height: 1, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  expect([await refusal(wide), made]).toEqual(['too_many_pixels', 0])
})

test('makes a still picture of what moves', async () => {
  const frames = Buffer.concat([Buffer.alloc(8 * 8 * 3, 20), Buffer.alloc(8 * 8 * 3, 220)])
  const raw = { width: 8, height: 16, channels: 3, pageHeight: 8 } as const
  const moving = await sharp(frames, { raw }).webp({ loop: 0 }).toBuffer()
  expect(await pictures.photo(moving)).toMatchObject({ type: 'image/jpeg', width: 8, height: 8 })
})

describe('a platform that fails', () => {
  const failing = (error: Error): Images => ({ ...sharpImages, info: () => Promise.reject(error) })
  const withCode = (code: number) => Object.assign(new Error('IMAGES_INFO_ERROR'), { code })

  test.each([
    ['without an answer', failing(new Error('Network connection lost'))],
    ['because no transformations are left this month', failing(withCode(9422))],
    ['because it takes too long', failing(withCode(9529))],
    ['because there is no binding', undefined],
  ])('%s, is no fault of the picture', async (_name, images) => {
    await expect(platformPictures(images, () => 0).photo(JPEG)).rejects.toBeInstanceOf(StorageError)
  })

  test('because it cannot read the picture, is one', async () => {
    await expect(platformPictures(failing(withCode(9520)), () => 0).photo(JPEG)).rejects.toMatchObject({
      code: 'not_a_picture',
    })
  })
})
