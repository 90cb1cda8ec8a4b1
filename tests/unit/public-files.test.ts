import { readdirSync, readFileSync, statSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { TOPICS } from '#src/storefront/learn/article-schema.ts'

// The pictures, drawings and fonts, as they are served.

const PUBLIC = new URL('../../public/', import.meta.url)
const at = (path: string) => new URL(path, PUBLIC)
const bytes = (path: string) => statSync(at(path)).size
const names = ['really-bad', 'extremely-bad', 'nuclear-bad', 'placeholder']
const vectors = readdirSync(PUBLIC, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.svg'),
)

it('has a drawing of each topic that an article may have', () => {
  expect(vectors).toEqual(expect.arrayContaining(TOPICS.map((topic) => `topics/${topic}.svg`)))
})

describe('the rasters', () => {
  it.each(names)('%s exists in every size and format', async (name) => {
    for (const [suffix, width, height] of [
      ['-192', 192, 240],
      ['', 480, 600],
      ['-960', 960, 1200],
    ] as const) {
      for (const format of ['avif', 'webp']) {
        const meta = await sharp(readFileSync(at(`bouquets/${name}${suffix}.${format}`))).metadata()
        expect([meta.width, meta.height, meta.hasAlpha]).toEqual([width, height, true])
      }
    }
    for (const [shape, height] of [
      ['', 1200],
      ['-4x3', 900],
      ['-16x9', 675],
    ] as const) {
      const meta = await sharp(readFileSync(at(`bouquets/${name}${shape}.jpg`))).metadata()
      expect([meta.format, meta.width, meta.height]).toEqual(['jpeg', 1200, height])
    }
  })

  it.each(names)('%s is whole: its edges are the ground of whatever it lies on', async (name) => {
    const picture = sharp(readFileSync(at(`bouquets/${name}-960.webp`))).extractChannel('alpha')
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const edge = [...data].filter((_, i) => {
      const x = i % width
      const y = Math.floor(i / width)
      return x === 0 || y === 0 || x === width - 1 || y === height - 1
    })
    expect(Math.max(...edge)).toBeLessThanOrEqual(2)
  })

  it.each([
    ['hero-480', 480, 447, 15_000],
    ['hero', 720, 670, 32_000],
    ['hero-1200', 1200, 1117, 55_000],
    ['hero-1920', 1920, 1787, 100_000],
  ])('%s opens the landing page in its size, and is light', async (name, width, height, heaviest) => {
    for (const format of ['avif', 'webp']) {
      const meta = await sharp(readFileSync(at(`bouquets/${name}.${format}`))).metadata()
      expect([meta.width, meta.height, meta.hasAlpha]).toEqual([width, height, true])
    }
    expect(bytes(`bouquets/${name}.avif`)).toBeLessThanOrEqual(heaviest)
  })

  it.each(names)('%s is light enough for a phone', (name) => {
    expect(bytes(`bouquets/${name}.avif`)).toBeLessThanOrEqual(30_000)
    expect(bytes(`bouquets/${name}-960.avif`)).toBeLessThanOrEqual(70_000)
    expect(bytes(`bouquets/${name}.jpg`)).toBeLessThanOrEqual(160_000)
  })

  it('have icons of the sizes their names promise', async () => {
    for (const [file, size] of [
      ['icon-512.png', 512],
      ['apple-touch-icon.png', 180],
    ] as const) {
      const meta = await sharp(readFileSync(at(file))).metadata()
      expect([meta.width, meta.height]).toEqual([size, size])
    }
    const ico = readFileSync(at('favicon.ico'))
    expect((await sharp(ico.subarray(22)).metadata()).width).toBe(ico.readUInt8(6))
  })

  it('weigh, as the repository stores them, less than 1.5 MB together with vectors and fonts', () => {
    const files = [
      ...vectors,
      ...names.flatMap((name) =>
        ['.avif', '.webp', '-960.avif', '-960.webp', '.jpg'].map((end) => `bouquets/${name}${end}`),
      ),
      'bouquets/hero.avif',
      'bouquets/hero.webp',
      'share.jpg',
    ]
    const sum = files.reduce((total, path) => total + deflateSync(readFileSync(at(path))).length, 0)
    expect(sum).toBeLessThan(1_500_000)
  })
})

describe('the fonts', () => {
  const sheet = (name: string) => readFileSync(new URL(`../../src/styles/${name}`, import.meta.url), 'utf8')
  const css = sheet('fonts.css') + sheet('fonts-note.css')
  const files = [...css.matchAll(/url\('\/(fonts\/[^']+)'\)/g)].map((match) => match[1] ?? '')

  it('preload in at most 9,500 bytes each: three downloads at once get 10,240 in a round trip, headers included', () => {
    for (const file of ['fraunces', 'figtree'])
      expect(bytes(`fonts/${file}.woff2`)).toBeLessThanOrEqual(9_500)
  })

  it('exist as the style sheet names them, and swap in', () => {
    expect(files.length).toBe(7)
    for (const file of files) expect(readFileSync(at(file)).toString('latin1', 0, 4)).toBe('wOF2')
    expect(css.match(/font-display: swap/g)?.length).toBe(files.length)
  })

  it('have stand-ins whose lines are as high as ours', () => {
    const blocks = css.split('@font-face').filter((block) => block.includes('size-adjust'))
    expect(blocks.length).toBe(4)
    for (const block of blocks) {
      const part = (name: string) => Number(block.match(new RegExp(`${name}: ([\\d.]+)%`))?.[1]) / 100
      const height = (part('ascent-override') + part('descent-override')) * part('size-adjust')
      expect(height).toBeCloseTo(block.includes('Fraunces') ? 1.233 : 1.2, 2)
    }
  })

  it('cover every character once', () => {
    // Where ranges overlap, the later rule goes first.
    const owner = new Map<string, string>()
    for (const block of css.split('@font-face').filter((text) => text.includes('unicode-range'))) {
      const [, family] = block.match(/font-family: '([^']+)'/) ?? []
      const [, style] = block.match(/font-style: (\w+)/) ?? []
      const [, file = ''] = block.match(/\/fonts\/([\w-]+)\.woff2/) ?? []
      for (const [, from = '', to = from] of block.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
        for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to || from, 16); code++) {
          owner.set(`${family} ${style} ${String.fromCodePoint(code)}`, file)
        }
      }
    }
    const files = (face: string, text: string) => [
      ...new Set([...text].map((char) => owner.get(`${face} ${char}`))),
    ]
    const common = 'ABCXYZabcxyz 0123456789.,:!?&$()“”‘’–—é'
    expect(files('Fraunces normal', common)).toEqual(['fraunces'])
    expect(files('Figtree normal', `${common};%+/@…·×©`)).toEqual(['figtree'])
    expect(files('Fraunces Note normal', common)).toEqual(['fraunces-note'])
    expect(files('Fraunces Note normal', '½°ñüŒœıŠšŽžŸ€™−↑')).toEqual(['fraunces-note-more'])
    expect(files('Fraunces normal', ';%+/…·×@#*=<>_[]{}|~^`½°ñüŒœıŠšŽžŸ€™−↑')).toEqual(['fraunces-more'])
    expect(files('Figtree normal', '#*=<>_[]•{}|~^`\\½°ñüŒœıŠšŽžŸ€™−↑')).toEqual(['figtree-more'])
    expect(files('Figtree normal', 'ĀąČęĞķŁłńőřśŤūžŻșț'.replace('ž', ''))).toEqual(['figtree-central'])
    for (const face of ['Fraunces normal', 'Figtree normal']) {
      for (let code = 0x20; code < 0x7f; code++)
        expect(files(face, String.fromCharCode(code))).not.toEqual([undefined])
    }
  })
})
