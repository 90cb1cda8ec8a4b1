import { type PetalTone, petals } from './palette.ts'
import { type Point, smooth } from './path.ts'
import { el, type Sheet } from './svg.ts'

/** One petal let go: about 60 × 46 around the origin. */
export function fallenPetal(sheet: Sheet, tone: PetalTone): string {
  const c = petals[tone]
  return sheet.part(`fallen-${tone}`, () => {
    const fill = sheet.linear(
      `fallen-${tone}-fill`,
      [
        [0, c.edge],
        [0.5, c.light],
        [1, c.deep],
      ],
      { x1: 0.1, y1: 0, x2: 0.8, y2: 1 },
    )
    const body: Point[] = [
      [-32, 6],
      [-27, -12],
      [-8, -22],
      [16, -19],
      [31, -4],
      [22, 6],
      [2, 13],
      [-14, 20],
      [-26, 17],
    ]
    const curl: Point[] = [
      [-32, 6],
      [-27, -12],
      [-8, -22],
      [16, -19],
      [31, -4],
      [14, -11],
      [-6, -12],
      [-20, -4],
    ]
    return (
      el('path', { d: smooth(body, true), fill }) +
      el('path', { d: smooth(curl, true), fill: c.edge, opacity: '.7' }) +
      el('path', {
        d: 'M-27 12C-18 4 -6 0 8 -2M-23 15C-12 8 -2 6 10 5',
        fill: 'none',
        stroke: c.deep,
        'stroke-width': 1.1,
        'stroke-linecap': 'round',
        opacity: '.35',
      })
    )
  })
}
