/**
 * Cuts the two typefaces down to what the pages need and writes `public/fonts/*.woff2`, `src/styles/fonts.css`,
 * `src/styles/fonts-note.css` and `domain/card-widths.ts`; run `npm run fonts` after changing anything here. What it
 * writes is committed.
 *
 * Preloaded, together at most 20,000 bytes: `fraunces.woff2` (headings: one weight, soft, for display sizes) and
 * `figtree.woff2` (text: weights 400 to 700, tabular figures). The others are fetched only by pages that show one
 * of their characters (names with accents) or a card.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { type FontMetrics, readAdvances, readMetrics } from './metrics.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const packages = createRequire(import.meta.url)

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
const latin1 = String.fromCharCode(...Array.from({ length: 96 }, (_, i) => 160 + i))
const without = (text: string, drop: string): string =>
  [...text].filter((char) => !drop.includes(char)).join('')

/** Quotes, dashes and signs of our copy, the no-break space included. */
const typographic = '\u00a0“”‘’–—…·×é'
const headings = without(ascii, '`^~|\\{}<>_[]@#*=%+;/') + without(typographic, '×…·')
const text = `${without(ascii, '`^~|\\{}<>=[]*#_')}${typographic}©`
/** Everything else that English-speaking customers may be called or type. */
const western = `${ascii}${latin1}ŒœıˆˇŠšŽžŸ‚„†‡‰‹›€™−↑`
const central = 'ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŔŕŘřŚśŞşŤťŪūŮůŰűŲųŹźŻżȘșȚțẞ'

type Axes = Record<string, number | { min: number; max: number }>
type Cut = {
  readonly file: string
  readonly family: 'Fraunces' | 'Fraunces Note' | 'Figtree'
  readonly source: string
  readonly chars: string
  readonly axes: Axes
  readonly features: readonly string[]
  /** Instead of the exact characters: short, since every page carries it. Overlaps are settled by {@link faces}. */
  readonly range?: string
}

const MORE = 'U+23-FF, U+131, U+152-153, U+160-161, U+178, U+17D-17E, U+2C6-2212'

const soft: Axes = { opsz: 72, SOFT: 100, WONK: 0, wght: 600 }
/** Upright and light, for text of 9 points and more: the italic's h reads as b. */
const note: Axes = { opsz: 24, SOFT: 100, WONK: 0, wght: 420 }
const weights: Axes = { wght: { min: 400, max: 700 } }
const fraunces = '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2'
const figtree = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const figtreeExt = '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2'

const cuts: readonly Cut[] = [
  { file: 'fraunces', family: 'Fraunces', source: fraunces, chars: headings, axes: soft, features: ['kern'] },
  {
    file: 'figtree',
    family: 'Figtree',
    source: figtree,
    chars: text,
    axes: weights,
    features: ['kern', 'tnum'],
  },
  {
    file: 'figtree-central',
    family: 'Figtree',
    source: figtreeExt,
    chars: central,
    axes: weights,
    features: ['kern'],
    range: 'U+100-2FF, U+1E9E',
  },
  {
    file: 'fraunces-more',
    family: 'Fraunces',
    source: fraunces,
    chars: without(western, headings),
    axes: soft,
    features: ['kern'],
    range: MORE,
  },
  {
    file: 'figtree-more',
    family: 'Figtree',
    source: figtree,
    chars: without(western, text),
    axes: weights,
    features: ['kern'],
    range: MORE,
  },
]

/** The letters of the card. */
const noteCuts: readonly Cut[] = [
  {
    file: 'fraunces-note',
    family: 'Fraunces Note',
    source: fraunces,
    chars: ascii + typographic,
    axes: note,
    features: ['kern'],
  },
  {
    file: 'fraunces-note-more',
    family: 'Fraunces Note',
    source: fraunces,
    chars: without(western, ascii + typographic),
    axes: note,
    features: ['kern'],
    range: MORE,
  },
]

async function cut(c: Cut, targetFormat: 'woff2' | 'sfnt'): Promise<Buffer> {
  return subsetFont(await readFile(packages.resolve(c.source)), c.chars, {
    targetFormat,
    variationAxes: c.axes,
    keepFeatures: [...c.features],
    noHinting: true,
    dropTables: ['STAT'],
  })
}

/** The characters as the ranges of a `unicode-range` descriptor. */
function ranges(chars: string): string {
  const codes = [...new Set([...chars].map((char) => char.codePointAt(0) ?? 0))].sort((a, b) => a - b)
  const runs: [number, number][] = []
  for (const code of codes) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === code - 1) last[1] = code
    else runs.push([code, code])
  }
  const hex = (code: number) => code.toString(16).toUpperCase()
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ')
}

function face(c: Cut): string {
  return `@font-face {
  font-family: '${c.family}';
  font-style: normal;
  font-weight: 400 700;
  font-display: swap;
  src: url('/fonts/${c.file}.woff2') format('woff2');
  unicode-range: ${c.range ?? ranges(c.chars)};
}
`
}

/** In the order of the style sheet: where ranges overlap, the later face goes first. So the exact ones come last. */
function faces(of: readonly Cut[]): string {
  const sorted = [...of].sort((a, b) => Number(b.range !== undefined) - Number(a.range !== undefined))
  return sorted.map((c) => `\n${face(c)}`).join('')
}

/**
 * System fonts that stand in until ours arrive, bold for headings. The average widths are those that metrics.ts
 * reads from Arial and Times New Roman Bold (or their metric twins); Georgia Bold's is scaled from published metrics.
 * Few names, and where a look-up is slow (Linux) the one that is there first: each miss is paid before the first paint.
 */
const fallbacks = [
  {
    name: 'Fraunces Fallback',
    like: { file: 'fraunces', wght: 600 },
    weight: '400 700',
    width: 0.5052,
    local: ['Georgia Bold'],
  },
  {
    name: 'Fraunces Fallback Times',
    like: { file: 'fraunces', wght: 600 },
    weight: '400 700',
    width: 0.4218,
    local: ['Liberation Serif Bold', 'Times New Roman Bold'],
  },
  {
    name: 'Figtree Fallback',
    like: { file: 'figtree', wght: 400 },
    weight: '400 500',
    width: 0.4374,
    local: ['Liberation Sans', 'Arial', 'Roboto'],
  },
  {
    name: 'Figtree Fallback',
    like: { file: 'figtree', wght: 650 },
    weight: '600 700',
    width: 0.4733,
    local: ['Liberation Sans Bold', 'Arial Bold', 'Roboto Bold'],
  },
] as const

function fallbackFace(fallback: (typeof fallbacks)[number], m: FontMetrics): string {
  const adjust = m.averageWidth / fallback.width
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`
  return `@font-face {
  font-family: '${fallback.name}';
  font-weight: ${fallback.weight};
  src: ${fallback.local.map((font) => `local('${font}')`).join(', ')};
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(m.ascent / adjust)};
  descent-override: ${percent(m.descent / adjust)};
  line-gap-override: ${percent(m.lineGap / adjust)};
}
`
}

const WRITTEN = '/* biome-ignore-all format: written by tools/fonts/make.ts, change it there. */\n'
for (const c of [...cuts, ...noteCuts]) {
  const file = join(root, 'public/fonts', `${c.file}.woff2`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await cut(c, 'woff2'))
}
let css = WRITTEN + faces(cuts)
for (const fallback of fallbacks) {
  const model = cuts.find((c) => c.file === fallback.like.file)
  if (model === undefined) throw new Error(`No font ${fallback.like.file} to imitate`)
  const axes = { ...model.axes, wght: fallback.like.wght }
  css += `\n${fallbackFace(fallback, readMetrics(await cut({ ...model, axes }, 'sfnt')))}`
}
await mkdir(join(root, 'src/styles'), { recursive: true })
await writeFile(join(root, 'src/styles/fonts.css'), css)
// Only for the sheets of pages that show a card.
await writeFile(join(root, 'src/styles/fonts-note.css'), WRITTEN + faces(noteCuts))

const [letters] = noteCuts
if (letters === undefined) throw new Error('The card has no letters')
// No-break spaces are as wide as spaces.
const measured = without(letters.chars, '\u00a0')
const advances = readAdvances(await cut(letters, 'sfnt'), measured)
const hundredths = advances.map((advance) => Math.ceil(advance * 100)).join(' ')
await writeFile(
  join(root, 'domain/card-widths.ts'),
  `// biome-ignore-all format: written by tools/fonts/make.ts, which measures the letters of public/fonts/fraunces-note.woff2.

/** Characters whose widths on the card are known. */
export const MEASURED = ${JSON.stringify(measured)}

/** Their widths in hundredths of the em, in the same order. */
export const WIDTHS = '${hundredths}'
`,
)
