import { type Point, polar, smooth } from './path.ts'
import { el, num } from './svg.ts'

const rose = '#B3273F'

const middle: Point = [24.6, 21.4]
const at = (degrees: number, radius: number): Point => {
  const [x, y] = polar(degrees, radius)
  return [middle[0] + x, middle[1] + y]
}
const pair = ([x, y]: Point): string => `${num(x, 2)} ${num(y, 2)}`

/** The outline: a bloom of six petals that runs out into the tail of a speech bubble at the lower left. */
function outline(): string {
  const valleys = Array.from({ length: 6 }, (_, i) => at(10 + i * 60, 17.6))
  const arcs = valleys.map((_, i) => `A9.800 9.800 0 0 1 ${pair(valleys[(i + 1) % 6] ?? middle)}`)
  return `M${pair(at(10, 17.6))}${arcs.join('')}z`
}

/** The lines within: a coiled heart, and three petals that fold around it. */
function folds(): string {
  const coil = Array.from({ length: 10 }, (_, i) => at(-130 + (i / 9) * 400, 0.9 + 4.6 * (i / 9) ** 0.8))
  const petal = (from: number): Point[] =>
    [0, 1, 2, 3, 4].map((i) => at(from + i * 25, 10 + 3.6 * (i / 4) ** 2))
  return [coil, petal(100), petal(220), petal(340)].map((points) => smooth(points, false)).join('')
}

const tail = 'M11 25C11.500 33 9.500 40 4.500 45.500C12.500 45.500 19.500 43 24 38z'

function line(color: string): string {
  return el('path', {
    d: folds(),
    fill: 'none',
    stroke: color,
    'stroke-width': num(2.5),
    'stroke-linecap': 'round',
  })
}

/** The mark for browser tabs and the top bar, its lines in paper so that it reads on any tab. */
export function favicon(): string {
  return file(
    'Apologize Better',
    el('g', { fill: rose }, el('path', { d: outline() }) + el('path', { d: tail })) + line('#FBF6EF'),
  )
}

/** The mark on a square of paper, for home screens. @param size of the mark, as a part of the square */
export function appIcon(size = 0.74): string {
  const mark =
    el('g', { fill: rose }, el('path', { d: outline() }) + el('path', { d: tail })) + line('#FBF6EF')
  const ground = el('path', { d: 'M0 0h48v48H0z', fill: '#FBF6EF' })
  const margin = num((48 * (1 - size)) / 2 - 0.04, 3)
  return file(
    'Apologize Better',
    ground + el('g', { transform: `translate(${margin} ${margin})scale(${size})` }, mark),
  )
}

function file(title: string, body: string): string {
  const head = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: '0 0 48 48',
    width: 48,
    height: 48,
    role: 'img',
  }
  return `${el('svg', head, `<title>${title}</title>${body}`)}\n`
}
