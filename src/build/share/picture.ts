import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type CSSProperties, createElement, type ReactNode } from 'react'
import satori, { type Font } from 'satori'
import sharp from 'sharp'
import subsetFont from 'subset-font'
import { SITE } from '#domain/site.ts'

const WIDTH = 1200
const HEIGHT = 630
const PAPER = '#fbf6ef'
const INK = '#2a1a1f'
const ROSE = '#b3273f'
const MUTED = '#6b5560'

/** The contents of a link preview. */
export type Picture = {
  title: string
  /** A few words above the title. */
  eyebrow: string
  /** The flowers beside it. */
  bouquet: 'really-bad' | 'extremely-bad' | 'nuclear-bad'
}

/** Each bouquet's file, in pixels how high it is drawn and where its left and upper edge are, and the room for words. */
const FLOWERS = {
  'really-bad': { file: 'really-bad-960.webp', height: 760, left: 600, top: -35, textWidth: 570 },
  'extremely-bad': { file: 'extremely-bad-960.webp', height: 760, left: 596, top: -35, textWidth: 560 },
  'nuclear-bad': { file: 'hero-1200.webp', height: 650, left: 545, top: -10, textWidth: 530 },
} as const

/**
 * Draws the picture of a page: paper, the brand's mark, the title, and flowers that leave the frame.
 * @param publicFolder where the shop's own pictures are
 * @returns a JPEG of 1200 × 630 pixels
 */
export async function drawPicture(picture: Picture, fonts: Font[], publicFolder: URL): Promise<Buffer> {
  const flowers = await drawFlowers(picture.bouquet, publicFolder)
  const mark = await readFile(new URL('favicon.svg', publicFolder), 'base64')
  const text = await satori(typeset(picture, `data:image/svg+xml;base64,${mark}`), {
    width: WIDTH,
    height: HEIGHT,
    fonts,
  })
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite([flowers, { input: Buffer.from(text), left: 0, top: 0 }])
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** The flowers as they are cut off by the frame, whose upper edge all of them reach. */
async function drawFlowers(bouquet: Picture['bouquet'], publicFolder: URL) {
  const { file, left, top, height } = FLOWERS[bouquet]
  const source = await readFile(new URL(`bouquets/${file}`, publicFolder))
  const drawn = await sharp(source).resize({ height }).toBuffer({ resolveWithObject: true })
  const width = Math.min(drawn.info.width, WIDTH - left)
  const input = await sharp(drawn.data).extract({ left: 0, top: -top, width, height: HEIGHT }).toBuffer()
  return { input, left, top: 0 }
}

/** Long titles are set smaller, so that they keep to five lines beside the flowers. */
function titleSize(title: string): number {
  if (title.length <= 16) return 96
  if (title.length <= 30) return 82
  return title.length <= 48 ? 68 : 56
}

const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children)

function typeset({ title, eyebrow, bouquet }: Picture, mark: string): ReactNode {
  const size = titleSize(title)
  return box(
    {
      width: WIDTH,
      height: HEIGHT,
      boxSizing: 'border-box',
      padding: '64px 72px',
      flexDirection: 'column',
      fontFamily: 'Figtree',
    },
    box(
      { alignItems: 'center', gap: 18, fontFamily: 'Fraunces', fontSize: 34, color: INK },
      createElement('img', { src: mark, width: 52, height: 52 }),
      SITE.brand,
    ),
    box(
      { flexGrow: 1, flexDirection: 'column', justifyContent: 'center', width: FLOWERS[bouquet].textWidth },
      box(
        { fontSize: 22, letterSpacing: 2.2, textTransform: 'uppercase', color: ROSE, marginBottom: 18 },
        eyebrow,
      ),
      box(
        {
          fontFamily: 'Fraunces',
          fontSize: size,
          lineHeight: 1.04,
          letterSpacing: -0.018 * size,
          color: INK,
        },
        title,
      ),
    ),
    box({ fontSize: 24, color: MUTED }, 'Same-day apology flowers in NYC & SF'),
  )
}

const packages = createRequire(import.meta.url)

/** The Latin letters and the signs that a title may have. */
const CHARS = `${Array.from({ length: 0x250 - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('')}–—‘’“”…·×•`

/** The brand's fonts, cut to one weight each: the renderer reads no variable fonts and no woff2. */
export async function fonts(): Promise<Font[]> {
  const [display, text] = await Promise.all([
    cut('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2', {
      opsz: 96,
      SOFT: 100,
      WONK: 0,
      wght: 600,
    }),
    cut('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', { wght: 600 }),
  ])
  return [
    { name: 'Fraunces', data: display, weight: 600 },
    { name: 'Figtree', data: text, weight: 600 },
  ]
}

async function cut(file: string, axes: Record<string, number>): Promise<Buffer> {
  const source = await readFile(packages.resolve(file))
  return subsetFont(source, CHARS, { targetFormat: 'sfnt', variationAxes: axes, keepFeatures: ['kern'] })
}
