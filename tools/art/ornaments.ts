import { fallenPetal } from './fallen-petal.ts'
import { spray } from './foliage.ts'
import { leaves, petalFill, petals } from './palette.ts'
import { petal } from './petal.ts'
import { createRng } from './prng.ts'
import { el, Sheet, transform } from './svg.ts'

/** A single rose with two leaves, for section dividers. */
export function bloomOrnament(): string {
  const sheet = new Sheet('ob-')
  const rng = createRng('ornament bloom')
  const c = petals.rose
  const cut = petal(sheet, 'p', rng, { spread: 66, drop: 0.26, ruffle: 0.02, peak: 0.05, rim: 9 })
  const leafAt = (rotate: number, fill: string) =>
    el('path', {
      d: 'M0 0C-34 -30 -36 -74 4 -116C38 -74 34 -28 0 0zM0 -20L3 -96',
      fill,
      stroke: leaves.stem.vein,
      'stroke-width': 1.5,
      transform: transform({ x: 120, y: 120, rotate }),
    })
  const ring = (from: number, to: number, depth: number) => {
    const uses = Array.from({ length: to - from }, (_, k) => {
      const i = from + k
      const scale = 0.84 * (1 - (0.86 * Math.max(0, i - 4)) / 13)
      return sheet.use(i < 5 ? cut.bare : cut.shaded, { rotate: Math.round(i * 137.5) % 360, scale })
    })
    return el('g', { fill: petalFill(sheet, 'rose', depth) }, uses.join(''))
  }
  const attrs = { transform: 'translate(120 120)', color: c.edge, stroke: c.shadow }
  const green = [leafAt(-112, leaves.stem.body), leafAt(-76, leaves.deep.light), leafAt(98, leaves.stem.body)]
  return sheet.document(
    '0 0 240 240',
    'A rose',
    green.join('') + el('g', attrs, ring(0, 6, 0) + ring(6, 18, 1)),
  )
}

/** An olive branch, for dividers and empty states. */
export function sprigOrnament(): string {
  const sheet = new Sheet('os-')
  const body = spray(
    sheet,
    'sprig',
    [
      [10, 58],
      [90, 84],
      [180, 24],
      [284, 46],
    ],
    createRng('ornament sprig'),
    1,
  )
  return sheet.document('0 0 320 100', 'An olive branch', body)
}

/** One petal let go. */
export function petalOrnament(): string {
  const sheet = new Sheet('op-')
  const id = fallenPetal(sheet, 'rose')
  return sheet.document(
    '0 0 80 64',
    'A falling petal',
    sheet.use(id, { x: 40, y: 33, rotate: -14, scale: 1.15 }),
  )
}
