export type Fit = {
  /** Size of the letters, in points. */
  points: number
  columns: number
}

type Box = {
  widthMm: number
  heightMm: number
  /** Size that looks good there, in points. */
  largest: number
  /** Nothing smaller is wanted, in points: a text that is too long is then higher than the box. */
  smallest?: number
}

const MM_PER_POINT = 0.3528
const LINE_HEIGHT = 1.35
/** The width of a letter beside its height, on average, and a bit more. */
const WIDTH = 0.58
const COLUMN_GAP_MM = 6

/** Sizes that can be read well come first, then those that can be read, then more columns. */
const STEPS: readonly Fit[] = [
  ...[28, 24, 20, 17, 14.5, 12.5, 10.5, 9, 7.5].map((points) => ({ points, columns: 1 })),
  ...[2, 3, 4].map((columns) => ({ points: 7.5, columns })),
  ...[4, 5, 6, 8].map((columns) => ({ points: 6, columns })),
]

/**
 * The size, in points, at which a text of any shape stands in a box on paper; the smallest size if it cannot.
 * It reckons, since what is printed cannot be measured before; it reckons with wide letters.
 */
export function fitText(text: string, { widthMm, heightMm, largest, smallest = 0 }: Box): Fit {
  const steps = STEPS.filter(({ points }) => points <= largest && points >= smallest)
  const fits = ({ points, columns }: Fit) => {
    const em = points * MM_PER_POINT
    const room = (widthMm - (columns - 1) * COLUMN_GAP_MM) / columns
    const perLine = Math.max(1, Math.floor(room / (em * WIDTH)))
    const lines = text.split('\n').reduce((sum, line) => sum + linesOf(line, perLine), 0)
    return lines <= columns * Math.floor(heightMm / (em * LINE_HEIGHT))
  }
  return steps.find(fits) ?? steps.at(-1) ?? { points: 6, columns: 1 }
}

/** The number of lines of a paragraph; words move on whole, which wastes some of each. */
function linesOf(line: string, perLine: number): number {
  const width = [...line].reduce((sum, letter) => sum + widthOf(letter), 0)
  return width <= perLine ? 1 : Math.ceil(width / Math.max(1, perLine * 0.85))
}

/** In letters of average width: pictures and the scripts of East Asia take two. */
function widthOf(letter: string): number {
  if ((letter.codePointAt(0) ?? 0) >= 0x2e80) return 2
  if (letter === '\t') return 4
  return /[A-Z@%&—…mw]/.test(letter) ? 1.6 : 1
}
