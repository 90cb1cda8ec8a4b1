import { type Point, polar } from './path.ts'
import { el, num } from './svg.ts'

const rose = '#b3273f'
const paper = '#fbf6ef'

const middle: Point = [24.6, 21.4]
const at = (degrees: number, radius: number): Point => {
  const [x, y] = polar(degrees, radius)
  return [middle[0] + x, middle[1] + y]
}
/** To half a unit, since it comes with every page. */
const half = (value: number): string => num(Math.round(value * 2) / 2)
const pair = ([x, y]: Point): string => `${half(x)} ${half(y)}`

/** A bloom: six round petals around a seventh, each a line of no length with round ends. */
function bloom(): string {
  const petals = [middle, ...Array.from({ length: 6 }, (_, i) => at(40 + i * 60, 10.9))]
  return petals.map((petal) => `M${pair(petal)}h0`).join('')
}

/** It runs out into the tail of a speech bubble at the lower left. */
const tail = 'M12 26C12 33 10 39 7 44C14 43 19 42 24 37z'

/** The lines within: a coiled heart, and three petals that fold around it. */
function folds(): string {
  const petal = (from: number) => {
    const [start, half, end] = [at(from, 10), at(from + 50, 10.9), at(from + 100, 13.6)]
    const bend = [0, 1].map((i) => 2 * (half[i] ?? 0) - ((start[i] ?? 0) + (end[i] ?? 0)) / 2)
    return `M${pair(start)}Q${pair([bend[0] ?? 0, bend[1] ?? 0])} ${pair(end)}`
  }
  const coil = 'M24 21a2 2 0 0 1 4 0a4 4 0 0 1-8 0q0-1 .5-2'
  return coil + [100, 220, 340].map(petal).join('')
}

/** The mark, within 48 × 48. */
function drawn(): string {
  const body = el('path', { 'stroke-width': 19.6, d: bloom() }) + el('path', { fill: rose, d: tail })
  const line = { fill: 'none', stroke: rose, 'stroke-width': 2.5, 'stroke-linecap': 'round' }
  return el('g', line, body + el('path', { stroke: paper, d: folds() }))
}

/** The mark as it stands in the top bar, within the page: beside the name, so it says nothing. */
export function mark(): string {
  return `${el('svg', { viewBox: '0 0 48 48', 'aria-hidden': 'true' }, drawn())}\n`
}

/** The mark for browser tabs, its lines in paper so that it reads on any tab. */
export function favicon(): string {
  return file('Apologize Better', drawn())
}

/** The mark on a square of paper, for home screens; only its rasters are published. */
export function appIcon(): string {
  const size = 0.74
  const ground = el('path', { d: 'M0 0h48v48H0z', fill: paper })
  const margin = num((48 * (1 - size)) / 2 - 0.04, 3)
  return file(
    'Apologize Better',
    ground + el('g', { transform: `translate(${margin} ${margin})scale(${size})` }, drawn()),
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
