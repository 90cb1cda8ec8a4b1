import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import sharp from 'sharp'
import { slugify } from '#domain/text.ts'

/** More than any column shows, for those who look closer. */
const LARGEST = { width: 1600, height: 2400 }
const QUALITY = 88
const LARGEST_PUBLIC = 1024 * 1024
const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff']
const AS_JPEG = 'Save it as JPEG or PNG'
/** Beside what the framework keeps from one build to the next. */
const KEPT_IN = 'node_modules/.astro/pictures'

/** Why a picture cannot be published, in words for editors. */
export class PictureFault extends Error {}

/**
 * Makes the picture of which the build makes its sizes: upright, of a modest size, with nothing that a camera noted, the
 * place among it. What was made once is kept.
 * @param path from the root of the project
 * @returns the made file, with its whole path
 * @throws PictureFault for a file that is no picture, or none that can be read
 */
export async function preparePicture(root: string, path: string): Promise<string> {
  const file = join(root, path)
  const { size, mtimeMs } = statSync(file)
  const source = JSON.stringify([path, size, mtimeMs, LARGEST, QUALITY, sharp.versions])
  const print = createHash('sha256').update(source).digest('hex').slice(0, 16)
  const folder = join(root, KEPT_IN, print)
  const made = join(folder, `${slugify(basename(path, extname(path))) || 'picture'}.webp`)
  if (existsSync(made)) return made
  const picture = await convert(readFileSync(file))
  mkdirSync(folder, { recursive: true })
  // Under its name only when it is whole: a build beside this one may look for it.
  const part = `${made}.${randomUUID()}`
  writeFileSync(part, picture)
  renameSync(part, made)
  return made
}

/**
 * Pictures of public/ are published as they are.
 * @param path from the root of the project
 * @throws PictureFault for one that is not ready for that
 */
export async function checkPublicPicture(root: string, path: string): Promise<void> {
  const bytes = readFileSync(join(root, path))
  const isDrawing = /\.svg$/i.test(path)
  if (!isDrawing) await convert(bytes)
  const hasNotes = !isDrawing && (await sharp(bytes).metadata()).exif !== undefined
  if (hasNotes || bytes.length > LARGEST_PUBLIC)
    throw new PictureFault(
      'would be published as it is, with all its bytes and what the camera noted. Save it in content/learn/pictures, where it is made ready, and write ./pictures/name.jpg',
    )
}

async function convert(bytes: Buffer): Promise<Buffer> {
  if (bytes.length === 0) throw new PictureFault('is empty')
  // The brand of the format that phones of Apple write.
  if (/^ftyphe|^ftypmif1.{4,}hei[cx]/s.test(bytes.toString('latin1', 4, 40)))
    throw new PictureFault(
      `is a HEIC picture, as iPhones take them, which most browsers do not show. ${AS_JPEG}; on the phone, Settings, Camera, Formats, Most Compatible takes JPEGs`,
    )
  try {
    const { format, pages = 1, mediaType } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format === 'svg')
      throw new PictureFault('is a drawing (SVG), which may hold code. Export it as PNG, 1600 pixels wide')
    const isAvif = mediaType === 'image/avif'
    if (!isAvif && !FORMATS.includes(format)) throw new PictureFault(`is of the kind ${format}. ${AS_JPEG}`)
    return await sharp(bytes, { failOn: 'error', animated: pages > 1 && format !== 'tiff' })
      .autoOrient()
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch (error) {
    if (error instanceof PictureFault) throw error
    const { message } = error as Error
    if (/exceeds pixel limit/.test(message))
      throw new PictureFault('has more than 268 million pixels. Make it smaller: 3000 pixels wide is plenty')
    throw new PictureFault(
      /unsupported image format/.test(message)
        ? `is no picture that can be read here. ${AS_JPEG}`
        : 'is damaged or not whole. Copy or export it once more',
    )
  }
}
