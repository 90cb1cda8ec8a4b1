type Box = { widthMm: number; heightMm: number }

const MM_PER_POINT = 0.3528
const LINE_HEIGHT = 1.35
/** The width of a letter beside its height, on average, and a bit more. */
const WIDTH = 0.58
/** Sizes that can be read well, in points. */
const SIZES = [28, 24, 20, 17] as const
/** A text that is too long in it is higher than the box. */
const SMALLEST = 14.5

/**
 * The size, in points, at which a text of any shape stands in a box on paper; the smallest size if it cannot.
 * It reckons, since what is printed cannot be measured before; it reckons with wide letters.
 */
export function fitText(text: string, { widthMm, heightMm }: Box): number {
  const fits = (points: number) => {
    const em = points * MM_PER_POINT
    const perLine = Math.max(1, Math.floor(widthMm / (em * WIDTH)))
    const lines = text.split('\n').reduce((sum, line) => sum + linesOf(line, perLine), 0)
    return lines <= Math.floor(heightMm / (em * LINE_HEIGHT))
  }
  return SIZES.find(fits) ?? SMALLEST
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
