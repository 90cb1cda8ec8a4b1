import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import type { Font } from 'satori'
import { sharePicture } from '#src/lib/page-metadata.ts'
import { describePage, type SharedPage, sharedPage } from './share/pages.ts'
import { drawPicture, fonts } from './share/picture.ts'

/** Pages that are rendered on demand, with the texts of their pictures; the others have theirs in their HTML. */
const ON_DEMAND: readonly SharedPage[] = [
  { path: '/', title: 'You’ve said enough. Send flowers.' },
  { path: '/home', title: 'How bad is it?' },
  { path: '/faq', title: 'FAQ' },
]

/**
 * Draws the picture of every page that asks for one, for link previews and search engines, at the end of the build. What
 * was drawn once is kept in `.astro/share` by the hash of all that went into it.
 */
export function sharePictures(): AstroIntegration {
  let kept: URL
  let publicFolder: URL
  return {
    name: 'share-pictures',
    hooks: {
      'astro:config:done': ({ config }) => {
        kept = new URL('.astro/share/', config.root)
        publicFolder = config.publicDir
      },
      'astro:build:done': async ({ dir, logger }) => {
        const pages = [...ON_DEMAND, ...(await prerendered(dir))]
        await mkdir(kept, { recursive: true })
        const drawing = await artOf(publicFolder)
        let faces: Promise<Font[]> | undefined
        let drawn = 0
        for (const page of pages) {
          const picture = describePage(page)
          const hash = createHash('sha256').update(drawing).update(JSON.stringify(picture)).digest('hex')
          const file = new URL(`${hash}.jpg`, kept)
          let jpeg: Buffer | null = await readFile(file).catch(() => null)
          if (!jpeg) {
            faces ??= fonts()
            jpeg = await drawPicture(picture, await faces, publicFolder)
            await writeFile(file, jpeg)
            drawn += 1
          }
          const target = new URL(`.${sharePicture(page.path)}`, dir)
          await mkdir(new URL('.', target), { recursive: true })
          await writeFile(target, jpeg)
        }
        logger.info(`${pages.length} pictures for link previews, ${drawn} of them drawn anew.`)
      },
    },
  }
}

async function prerendered(dir: URL): Promise<SharedPage[]> {
  const names = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.html')).sort()
  const pages = await Promise.all(
    names.map(async (name) => sharedPage(await readFile(new URL(name, dir), 'utf8'))),
  )
  return pages.filter((page) => page !== null)
}

/** Everything but the words that a picture is made of. */
async function artOf(publicFolder: URL): Promise<Buffer> {
  const code = new URL('./share/picture.ts', import.meta.url)
  const art = [
    'favicon.svg',
    'bouquets/really-bad-960.webp',
    'bouquets/extremely-bad-960.webp',
    'bouquets/hero-1200.webp',
  ]
  const files = [code, ...art.map((file) => new URL(file, publicFolder))]
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
}
