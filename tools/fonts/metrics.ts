/** The measures that a fallback must imitate so that nothing moves when the web font arrives; lengths in parts of the em. */
export type FontMetrics = {
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  /** Average advance of a letter of English text, spaces included. */
  readonly averageWidth: number
}

/** The frequency of characters in plain English text, per 1,000; capitals and digits are too rare to matter. */
// biome-ignore format: a table
const frequency: Readonly<Record<string, number>> = {
  ' ': 178, e: 99, t: 72, a: 67, o: 60, i: 59, n: 58, s: 53, r: 52, h: 39, l: 34, d: 32, c: 28, u: 22,
  m: 20, f: 18, p: 17, g: 16, y: 13, b: 12, w: 12, v: 8, k: 5, x: 2, j: 1, q: 1, z: 1,
}

/** Reads the metrics of an uncompressed TrueType font. Throws when a needed table is missing. */
export function readMetrics(font: Buffer): FontMetrics {
  const { em, hhea } = openFont(font)
  const letters = Object.keys(frequency).join('')
  const weights = Object.values(frequency)
  const sum = readAdvances(font, letters).reduce((total, width, at) => total + width * (weights[at] ?? 0), 0)
  return {
    ascent: font.readInt16BE(hhea + 4) / em,
    descent: -font.readInt16BE(hhea + 6) / em,
    lineGap: font.readInt16BE(hhea + 8) / em,
    averageWidth: sum / weights.reduce((total, weight) => total + weight),
  }
}

/** The advance of each character of `text` in parts of the em. Throws when the font lacks one. */
export function readAdvances(font: Buffer, text: string): number[] {
  const { em, hhea, hmtx, cmap } = openFont(font)
  const wide = font.readUInt16BE(hhea + 34)
  return [...text].map((letter) => {
    const glyph = glyphOf(font, cmap, letter.codePointAt(0) ?? 0)
    return font.readUInt16BE(hmtx + Math.min(glyph, wide - 1) * 4) / em
  })
}

/** Where the tables begin that measures are read from, and the units of an em. */
function openFont(font: Buffer) {
  const tables = new Map<string, number>()
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + i * 16
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8))
  }
  const table = (name: string): number => {
    const offset = tables.get(name)
    if (offset === undefined) throw new Error(`The font has no ${name} table`)
    return offset
  }
  const em = font.readUInt16BE(table('head') + 18)
  return { em, hhea: table('hhea'), hmtx: table('hmtx'), cmap: table('cmap') }
}

/** Looks a character up in the format-4 character map. */
function glyphOf(font: Buffer, cmap: number, code: number): number {
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
    const map = cmap + font.readUInt32BE(cmap + 4 + i * 8 + 4)
    if (font.readUInt16BE(map) !== 4) continue
    const segments = font.readUInt16BE(map + 6) / 2
    for (let s = 0; s < segments; s++) {
      if (font.readUInt16BE(map + 14 + s * 2) < code) continue
      const start = font.readUInt16BE(map + 16 + (segments + s) * 2)
      if (start > code) break
      const delta = font.readUInt16BE(map + 16 + (segments * 2 + s) * 2)
      const rangeAt = map + 16 + (segments * 3 + s) * 2
      const range = font.readUInt16BE(rangeAt)
      if (range === 0) return (code + delta) & 0xffff
      return (font.readUInt16BE(rangeAt + range + (code - start) * 2) + delta) & 0xffff
    }
  }
  throw new Error(`The font has no glyph for U+${code.toString(16)}`)
}
