import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'satori'
import subsetFont from 'subset-font'

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
