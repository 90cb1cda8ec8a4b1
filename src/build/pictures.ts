import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { slugify } from '#domain/text.ts'
import { PICTURE_NAME } from './content-checks/text-problems.ts'

/** More than any column shows, for those who look closer. */
const LARGEST = { width: 1600, height: 2400 }
const QUALITY = 88
const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff']
const AS_JPEG =
  'Save it as JPEG or PNG once more; on an iPhone, Settings, Camera, Formats, Most Compatible takes JPEGs'
/** Beside what the framework keeps from one build to the next. */
const KEPT_IN = 'node_modules/.astro/pictures'

/** The reason why a picture cannot be published, in words for editors. */
export class PictureFault extends Error {}

/**
 * Texts of content/ show the picture made of the editor's file, not the file: the framework publishes beside its
 * sizes the file that they were made of.
 */
export function contentPictures(): Plugin {
  let root = ''
  return {
    name: 'content-pictures',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    async resolveId(source, importer) {
      const text = importer?.replace(/\?.*$/, '')
      const isPicture = PICTURE_NAME.test(source) && !/^[/#]/.test(source)
      if (!isPicture || !text?.startsWith(join(root, 'content/'))) return null
      return preparePicture(root, relative(root, join(dirname(text), source)))
    },
    // A picture that an editor replaces is another made one, which the texts have to ask for.
    hotUpdate({ file, modules }) {
      const content = join(root, 'content/')
      if (!file.startsWith(content) || !PICTURE_NAME.test(file)) return modules
      return [...this.environment.moduleGraph.idToModuleMap.values()].filter((module) =>
        module.file?.startsWith(content),
      )
    },
  }
}

/**
 * Makes the picture of which the build makes its sizes: upright, of a modest size, with nothing that a camera noted, the
 * place among it. A picture that was made once is kept.
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

async function convert(bytes: Buffer): Promise<Buffer> {
  try {
    const { format, pages = 1, mediaType } = await sharp(bytes).metadata()
    // A drawing (SVG) may hold code.
    const isAccepted = mediaType === 'image/avif' || FORMATS.includes(format)
    if (!isAccepted) throw new PictureFault(`the picture is of the kind ${format}. ${AS_JPEG}`)
    return await sharp(bytes, { failOn: 'error', animated: pages > 1 && format !== 'tiff' })
      .autoOrient()
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch (error) {
    if (error instanceof PictureFault) throw error
    throw new PictureFault(`the picture cannot be read (${(error as Error).message}). ${AS_JPEG}`)
  }
}
