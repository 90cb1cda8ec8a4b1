import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Bouquet, bouquets, heroView } from './drawings.ts'
import { extremelyBad } from './extremely-bad.ts'
import { appIcon, favicon } from './logo.ts'
import { nuclearBad } from './nuclear-bad.ts'
import { reallyBad } from './really-bad.ts'
import { drawScene } from './scene.ts'
import { topicDrawings } from './topics.ts'

const paper = '#FBF6EF'
const blush = '#F6DDE0'

/** Renders a drawing at a width in pixels, sharp at that size; the background stays transparent. */
async function render(svg: string, width: number): Promise<Buffer> {
  const { width: own = width } = await sharp(Buffer.from(svg)).metadata()
  const drawn = await sharp(Buffer.from(svg), { density: (72 * width) / own })
    .png()
    .toBuffer()
  return sharp(drawn).resize(width).png().toBuffer()
}

/** Wraps one PNG as an .ico file, for what still asks for /favicon.ico. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

async function bouquetRasters(folder: string): Promise<void> {
  for (const bouquet of bouquets) {
    const { name, scene } = bouquet
    const framed = drawScene(scene)
    const wide = drawScene(scene, bouquet.wide)
    for (const [svg, width, suffix, avifQuality, webpQuality] of [
      [framed, 192, '-192', 30, 50],
      [framed, 480, '', 38, 58],
      [framed, 960, '-960', 38, 40],
      [wide, 480, '-wide', 38, 58],
      [wide, 960, '-wide-960', 38, 40],
    ] as const) {
      const picture = sharp(await render(svg, width))
      const file = join(folder, 'bouquets', name + suffix)
      await picture.clone().avif({ quality: avifQuality, effort: 7 }).toFile(`${file}.avif`)
      await picture.clone().webp({ quality: webpQuality, alphaQuality: 80, effort: 6 }).toFile(`${file}.webp`)
    }
    await productPictures(bouquet, folder)
  }
}

/** On paper: square, as emails show it, and in the wider shapes that search engines want besides. */
export async function productPictures({ name, scene, square }: Bouquet, folder: string): Promise<void> {
  const [x = 0, y = 0, width = 0, height = 0] = square.split(' ').map(Number)
  for (const [suffix, ratio] of [
    ['', 1],
    ['-4x3', 4 / 3],
    ['-16x9', 16 / 9],
  ] as const) {
    const wider = height * ratio - width
    const view = `${x - wider / 2} ${y} ${width + wider} ${height}`
    await sharp(await render(drawScene(scene, view), 1200))
      .flatten({ background: paper })
      .jpeg({ quality: 62, mozjpeg: true })
      .toFile(join(folder, 'bouquets', `${name}${suffix}.jpg`))
  }
}

/** Nuclear Bad in all its breadth, for the landing page. */
async function heroRasters(folder: string): Promise<void> {
  const svg = drawScene(nuclearBad, heroView)
  const drawn = await render(svg, 1200)
  for (const [width, suffix, quality] of [
    // The first thing a phone paints: it comes in one round trip, which with its headers is 14,600 bytes.
    [480, '-480', 22],
    [720, '', 34],
    [1200, '-1200', 34],
    // For large screens of a high density.
    [1920, '-1920', 34],
  ] as const) {
    const picture = width > 1200 ? sharp(await render(svg, width)) : sharp(drawn).resize(width)
    const file = join(folder, `bouquets/hero${suffix}`)
    await picture.clone().avif({ quality, effort: 9 }).toFile(`${file}.avif`)
    await picture.clone().webp({ quality: 45, alphaQuality: 80, effort: 6 }).toFile(`${file}.webp`)
  }
}

/** The three grades side by side, the last one leaving the picture, for link previews of pages without a bouquet. */
async function sharePicture(folder: string): Promise<void> {
  const layers = [
    { scene: reallyBad, view: '0 0 800 1000', width: 340, left: -20, top: 199 },
    { scene: extremelyBad, view: '0 0 800 1000', width: 380, left: 215, top: 149 },
    { scene: nuclearBad, view: '-250 -145 1100 1155', width: 600, left: 600, top: 0 },
  ]
  const composed = await Promise.all(
    layers.map(async ({ scene, view, width, left, top }) => ({
      input: await render(drawScene(scene, view), width),
      left,
      top,
    })),
  )
  await sharp({ create: { width: 1200, height: 630, channels: 3, background: paper } })
    .composite(composed)
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(join(folder, 'share.jpg'))
}

async function iconRasters(folder: string): Promise<void> {
  for (const [file, size] of [
    ['icon-512.png', 512],
    ['apple-touch-icon.png', 180],
  ] as const) {
    await sharp(await render(appIcon(), size))
      .png({ palette: true, colours: 64 })
      .toFile(join(folder, file))
  }
}

/** The drawings of the topics on blush, for emails that are about no bouquet. */
async function mailDrawings(folder: string): Promise<void> {
  const [width, height] = [1120, 420]
  for (const [name, draw] of Object.entries(topicDrawings)) {
    // The topics grow from the lower edge of a square: the ground goes on beside it.
    const input = await render(draw(), height)
    await sharp({ create: { width, height, channels: 3, background: blush } })
      .composite([{ input, left: (width - height) / 2, top: 0 }])
      .jpeg({ quality: 72, mozjpeg: true })
      .toFile(join(folder, `topics/${name}.jpg`))
  }
}

/** Writes every raster picture under `folder`. Takes about two minutes. */
export async function writeRasters(folder: string): Promise<void> {
  await bouquetRasters(folder)
  await heroRasters(folder)
  await sharePicture(folder)
  await mailDrawings(folder)
  await iconRasters(folder)
  await writeFile(join(folder, 'favicon.ico'), ico(await render(favicon(), 32), 32))
}
