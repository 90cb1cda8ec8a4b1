import { num } from './svg.ts'

/** A point; y grows downwards, as in SVG. */
export type Point = readonly [x: number, y: number]

/** The point at `radius` from the origin; 0 degrees is up, clockwise. */
export function polar(degrees: number, radius: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [Math.sin(angle) * radius, -Math.cos(angle) * radius]
}

/** Numbers side by side with the fewest separators. */
function pack(values: readonly number[]): string {
  let text = ''
  for (const value of values) {
    const part = num(value)
    text += text === '' || part.startsWith('-') ? part : ` ${part}`
  }
  return text
}

const round = (value: number): number => Math.round(value * 10) / 10

/** One smooth curve through all points (Catmull-Rom); `tension` 0 is round, 1 is straight. */
export function smooth(points: readonly Point[], closed: boolean, tension = 0): string {
  const at = (index: number): Point => {
    const n = points.length
    const i = closed ? (index + n) % n : Math.min(Math.max(index, 0), n - 1)
    return points[i] ?? [0, 0]
  }
  const k = (1 - tension) / 6
  let [px, py] = at(0).map(round) as [number, number]
  let text = `M${pack([px, py])}c`
  const curves: string[] = []
  for (let i = 0; i < (closed ? points.length : points.length - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const [x, y] = [round(p2[0]), round(p2[1])]
    curves.push(
      pack([
        p1[0] + (p2[0] - p0[0]) * k - px,
        p1[1] + (p2[1] - p0[1]) * k - py,
        p2[0] - (p3[0] - p1[0]) * k - px,
        p2[1] - (p3[1] - p1[1]) * k - py,
        x - px,
        y - py,
      ]),
    )
    px = x
    py = y
  }
  text += curves.map((curve, i) => (i > 0 && !curve.startsWith('-') ? ` ${curve}` : curve)).join('')
  return closed ? `${text}z` : text
}

/** Straight lines through all points. */
export function lines(points: readonly Point[], closed = true): string {
  return `M${points.map(([x, y]) => pack([x, y])).join('L')}${closed ? 'z' : ''}`
}

/** Place and direction (degrees, 0 is up) at `t` on a cubic curve. */
export function along(
  curve: readonly [Point, Point, Point, Point],
  t: number,
): { x: number; y: number; angle: number } {
  const [a, b, c, d] = curve
  const u = 1 - t
  const mix = (i: 0 | 1) => u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t ** 3 * d[i]
  const slope = (i: 0 | 1) =>
    3 * u * u * (b[i] - a[i]) + 6 * u * t * (c[i] - b[i]) + 3 * t * t * (d[i] - c[i])
  return { x: mix(0), y: mix(1), angle: (Math.atan2(slope(0), -slope(1)) * 180) / Math.PI }
}

/** A cubic curve as path data. */
export function cubic([a, b, c, d]: readonly [Point, Point, Point, Point]): string {
  return `M${pack(a)}C${pack([...b, ...c, ...d])}`
}
