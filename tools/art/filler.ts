import { type Curve, stalk } from './foliage.ts'
import { leaves, type PetalTone, petals } from './palette.ts'
import { along, polar } from './path.ts'
import { between, type Rng } from './prng.ts'
import { el, type Sheet } from './svg.ts'

/** A tiny gypsophila floret of radius 10. */
function floret(sheet: Sheet): string {
  return sheet.part('floret', () => {
    const c = petals.cream
    const fill = sheet.radial('floret-fill', 10, [
      [0, c.mid],
      [0.4, '#fffaf0'],
      [1, '#ffffff'],
    ])
    const rings = [0, 72, 144, 216, 288].map((angle) => {
      const [x, y] = polar(angle, 5)
      return el('circle', { cx: x, cy: y, r: 4.6 })
    })
    const inner = [36, 156, 276].map((angle) => {
      const [x, y] = polar(angle, 2.6)
      return el('circle', { cx: x, cy: y, r: 3 })
    })
    const ring = { fill, stroke: c.shadow, 'stroke-width': 0.5, 'stroke-opacity': '.3' }
    return el('g', ring, [...rings, ...inner].join('')) + el('circle', { r: 1.4, fill: '#a9c4b2' })
  })
}

/** A cloud of gypsophila at the end of a stem, `size` wide in all. */
export function gypsophila(sheet: Sheet, curve: Curve, size: number, rng: Rng): string {
  const tip = along(curve, 1)
  const id = floret(sheet)
  let twigs = ''
  const heads: string[] = []
  for (let i = 0; i < 5; i++) {
    const a = tip.angle + (i - 2) * 27 + between(rng, -7, 7)
    const [bx, by] = polar(a, size * between(rng, 0.2, 0.34))
    const foot = along(curve, 0.8 + i * 0.04)
    twigs += `M${foot.x.toFixed(1)} ${foot.y.toFixed(1)}Q${((foot.x + tip.x) / 2).toFixed(1)} ${((foot.y + tip.y) / 2).toFixed(1)} ${(tip.x + bx).toFixed(1)} ${(tip.y + by).toFixed(1)}`
    for (let j = 0; j < 7; j++) {
      const [cx, cy] = polar(a + (j - 3) * 21 + between(rng, -10, 10), size * between(rng, 0.08, 0.32))
      const [x, y] = [tip.x + bx + cx, tip.y + by + cy]
      twigs += `M${(tip.x + bx).toFixed(1)} ${(tip.y + by).toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`
      heads.push(
        sheet.use(id, {
          x,
          y,
          rotate: between(rng, 0, 72),
          scale: between(rng, 0.5, 1),
          scaleY: between(rng, 0.5, 0.9),
        }),
      )
    }
  }
  const stroke = {
    d: twigs,
    fill: 'none',
    stroke: leaves.olive.light,
    'stroke-width': 1.2,
    'stroke-linecap': 'round',
  }
  return stalk(curve, 3.4, leaves.olive.body) + el('path', stroke) + heads.join('')
}

/** A cluster of dark berries (hypericum) at the end of a stem. */
export function berries(sheet: Sheet, curve: Curve, size: number, rng: Rng): string {
  const c = petals.rose
  const id = sheet.part('berry', () => {
    const fill = sheet.radial(
      'berry-fill',
      10,
      [
        [0, c.edge],
        [0.35, c.light],
        [0.7, c.mid],
        [1, c.deep],
      ],
      { cx: -3, cy: -4, r: 14 },
    )
    return (
      el('path', { d: 'M-7 7C-12 9 -13 14 -9 15C-4 14 4 14 9 15C13 14 12 9 7 7z', fill: leaves.stem.light }) +
      el('ellipse', { rx: 9, ry: 10.5, fill }) +
      el('ellipse', { cx: -3, cy: -4.5, rx: 1.8, ry: 2.6, fill: '#fff', opacity: '.6' }) +
      el('path', { d: 'M0 -10L-1.500 -13M0 -10L1.500 -13', stroke: leaves.deep.shade, 'stroke-width': 1 })
    )
  })
  const tip = along(curve, 1)
  let twigs = ''
  const heads: string[] = []
  for (let i = 0; i < 6; i++) {
    const a = tip.angle + (i - 2.5) * 34 + between(rng, -6, 6)
    const [dx, dy] = polar(a, size * between(rng, 0.28, 0.55))
    twigs += `M${tip.x.toFixed(1)} ${tip.y.toFixed(1)}L${(tip.x + dx).toFixed(1)} ${(tip.y + dy).toFixed(1)}`
    heads.push(
      sheet.use(id, { x: tip.x + dx, y: tip.y + dy, rotate: a, scale: (size / 60) * between(rng, 0.8, 1.1) }),
    )
  }
  return (
    stalk(curve, 4, leaves.stem.shade) +
    el('path', { d: twigs, stroke: leaves.stem.body, 'stroke-width': 2 }) +
    heads.join('')
  )
}

/** A tapering spire of small blossoms (stock, delphinium) along the upper part of a stem. */
export function spire(sheet: Sheet, tone: PetalTone, curve: Curve, size: number, rng: Rng): string {
  const c = petals[tone]
  const id = sheet.part(`spire-${tone}`, () => {
    const fill = sheet.radial(`spire-${tone}-fill`, 20, [
      [0.05, c.deep],
      [0.4, c.mid],
      [0.75, c.light],
      [1, c.edge],
    ])
    const lobes = [0, 72, 144, 216, 288].map((angle) => {
      const [x, y] = polar(angle, 10)
      return el('ellipse', {
        cx: 0,
        cy: 0,
        rx: 8.6,
        ry: 10,
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})rotate(${angle})`,
      })
    })
    const ring = {
      fill,
      stroke: c.shadow,
      'stroke-width': 1.4,
      'stroke-opacity': '.3',
      'paint-order': 'stroke',
    }
    return el('g', ring, lobes.join('')) + el('circle', { r: 2.8, fill: petals.butter.light })
  })
  const parts = [stalk(curve, 5, leaves.stem.body)]
  const rows = 13
  for (let i = 0; i < rows; i++) {
    const step = i / (rows - 1)
    const { x, y, angle } = along(curve, 0.58 + 0.42 * step)
    const k = size * (1 - step * 0.72)
    for (const side of i > rows - 3 ? [0] : [-1, 1, 0]) {
      const [dx, dy] = polar(angle + 90, side * 15 * k + between(rng, -3, 3))
      const turn = between(rng, 0, 72)
      const narrow = k * (side === 0 ? 1 : 0.72) * between(rng, 0.9, 1.1)
      parts.push(
        sheet.use(id, {
          x: x + dx,
          y: y + dy + between(rng, -4, 4),
          rotate: turn,
          scale: narrow,
          scaleY: k * between(rng, 0.8, 1),
        }),
      )
    }
  }
  return parts.join('')
}
