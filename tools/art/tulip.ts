import { type PetalTone, petals } from './palette.ts'
import { type Point, smooth } from './path.ts'
import { between, type Rng } from './prng.ts'
import { el, type Sheet } from './svg.ts'

/** A petal seen from the side: outline points, and the line its streaks follow. */
type SidePetal = {
  readonly outline: readonly Point[]
  readonly from: Point
  readonly to: Point
  readonly depth: number
}

const tulipPetals: readonly SidePetal[] = [
  {
    outline: [
      [-8, -10],
      [-34, -60],
      [-30, -104],
      [-14, -126],
      [4, -100],
      [10, -50],
    ],
    from: [-6, -20],
    to: [-15, -118],
    depth: 0.9,
  },
  {
    outline: [
      [8, -10],
      [34, -58],
      [32, -100],
      [19, -122],
      [-2, -98],
      [-8, -50],
    ],
    from: [6, -20],
    to: [18, -114],
    depth: 0.8,
  },
  {
    outline: [
      [0, 0],
      [-26, -6],
      [-44, -34],
      [-46, -72],
      [-36, -112],
      [-22, -96],
      [-8, -50],
    ],
    from: [-12, -10],
    to: [-36, -102],
    depth: 0.35,
  },
  {
    outline: [
      [0, 0],
      [26, -6],
      [44, -34],
      [46, -70],
      [37, -108],
      [22, -94],
      [8, -50],
    ],
    from: [12, -10],
    to: [37, -98],
    depth: 0.5,
  },
  {
    outline: [
      [0, 2],
      [-22, -8],
      [-32, -40],
      [-26, -78],
      [-3, -110],
      [23, -80],
      [31, -42],
      [22, -8],
    ],
    from: [0, -8],
    to: [-2, -102],
    depth: 0,
  },
]

/** Fine streaks that follow a petal from its lower third to its tip. */
function streaks(p: SidePetal, width: number, rng: Rng): string {
  const at = (t: number, side: number): Point => {
    const spread = side * width * Math.sin(Math.PI * (0.12 + 0.86 * t)) ** 0.8
    return [p.from[0] + (p.to[0] - p.from[0]) * t + spread, p.from[1] + (p.to[1] - p.from[1]) * t]
  }
  return [-1, -0.72, -0.4, -0.1, 0.24, 0.55, 0.85]
    .map((side) => {
      const low = between(rng, 0.2, 0.5)
      const high = between(rng, 0.8, 0.97)
      return smooth([at(low, side), at((low + high) / 2, side), at(high, side)], false)
    })
    .join('')
}

/** A tulip: foot at the origin, about 126 high, 92 wide, pointing up. */
export function tulip(sheet: Sheet, tone: PetalTone, rng: Rng): string {
  const c = petals[tone]
  return sheet.part(`tulip-${tone}`, () =>
    tulipPetals
      .map((p, i) => {
        const fill = sheet.linear(`tulip-${tone}${i}`, [
          [0, p.depth > 0.7 ? c.mid : c.edge],
          [0.3, p.depth > 0.7 ? c.deep : c.light],
          [0.72, p.depth > 0.3 ? c.deep : c.mid],
          [1, p.depth > 0.7 ? c.shadow : c.deep],
        ])
        const d = smooth(p.outline, true, 0.05)
        return (
          el('path', {
            d,
            fill,
            stroke: c.shadow,
            'stroke-width': 3.4,
            'stroke-opacity': '.22',
            'paint-order': 'stroke',
          }) +
          el('path', {
            d: streaks(p, p.depth > 0.3 ? 9 : 21, rng),
            fill: 'none',
            stroke: p.depth > 0.3 ? c.light : c.edge,
            'stroke-width': 1,
            'stroke-linecap': 'round',
            opacity: '.38',
          })
        )
      })
      .join(''),
  )
}
