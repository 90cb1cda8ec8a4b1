import { leaves, type PetalTone, petals } from './palette.ts'
import { type Point, smooth } from './path.ts'
import { el, type Sheet } from './svg.ts'

/** A rosebud with sepals: foot at the origin, about 100 high, pointing up. */
export function bud(sheet: Sheet, tone: PetalTone): string {
  const c = petals[tone]
  const g = leaves.stem
  return sheet.part(`bud-${tone}`, () => {
    const wrap = (name: string, from: string, to: string) =>
      sheet.linear(
        `bud-${tone}-${name}`,
        [
          [0, from],
          [1, to],
        ],
        { x1: 0.2, y1: 0, x2: 0.7, y2: 1 },
      )
    const piece = (points: Point[], fill: string) =>
      el('path', {
        d: smooth(points, true, 0.05),
        fill,
        stroke: c.shadow,
        'stroke-width': 3,
        'stroke-opacity': '.25',
        'paint-order': 'stroke',
      })
    const sepal = (points: Point[], fill: string) => el('path', { d: smooth(points, true, 0.1), fill })
    return (
      piece(
        [
          [0, -16],
          [-20, -40],
          [-14, -82],
          [2, -96],
          [18, -80],
          [22, -40],
        ],
        wrap('back', c.mid, c.shadow),
      ) +
      piece(
        [
          [4, -18],
          [-4, -50],
          [-10, -84],
          [4, -92],
          [20, -76],
          [28, -44],
          [20, -20],
        ],
        wrap('mid', c.light, c.deep),
      ) +
      piece(
        [
          [0, -14],
          [-24, -26],
          [-29, -54],
          [-17, -80],
          [-4, -88],
          [6, -62],
          [14, -34],
          [12, -16],
        ],
        wrap('front', c.edge, c.mid),
      ) +
      piece(
        [
          [0, -12],
          [22, -20],
          [30, -46],
          [22, -68],
          [8, -48],
          [-6, -28],
          [-14, -18],
        ],
        wrap('flap', c.light, c.deep),
      ) +
      sepal(
        [
          [0, -10],
          [-14, -18],
          [-27, -40],
          [-37, -54],
          [-22, -36],
          [-6, -26],
        ],
        g.light,
      ) +
      sepal(
        [
          [0, -10],
          [14, -16],
          [28, -34],
          [40, -42],
          [24, -28],
          [6, -20],
        ],
        g.shade,
      ) +
      sepal(
        [
          [-6, -10],
          [-9, -30],
          [-2, -52],
          [6, -30],
          [8, -10],
        ],
        g.body,
      ) +
      el('path', {
        d: smooth(
          [
            [-6, 0],
            [-13, -12],
            [0, -20],
            [13, -12],
            [6, 0],
          ],
          true,
        ),
        fill: g.body,
      })
    )
  })
}
