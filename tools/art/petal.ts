import { type Point, polar, smooth } from './path.ts'
import { between, type Rng } from './prng.ts'
import { el, type Sheet } from './svg.ts'

/** The cut of a species' petals. Radius of a petal is 100, its foot is the origin, it points up. */
export type PetalShape = {
  /** Half of the angle it covers, degrees. */
  readonly spread: number
  /** The drop of the shoulders, 0 to 1. */
  readonly drop: number
  /** Waviness of the edge, 0 to 0.1. */
  readonly ruffle: number
  /** A point in the middle of the edge (positive) or a notch (negative), as a part of the radius. */
  readonly peak: number
  /** Thickness of the light rolled edge. */
  readonly rim: number
}

/** The two ids of a petal: with a soft shadow on what is below it, and without (for the outline of a bloom); and its outline alone. */
export type PetalIds = { readonly shaded: string; readonly bare: string; readonly outline: () => string }

/** Defines one petal: shadow (inherits `stroke`), body (`fill`), rolled edge and brush marks (`color`). */
export function petal(sheet: Sheet, name: string, rng: Rng, shape: PetalShape): PetalIds {
  let outline = ''
  const bare = sheet.part(`${name}b`, () => {
    const wave = [between(rng, 0, 6), between(rng, 0, 6), between(rng, -0.5, 0.5)] as const
    const radius = (u: number): number => {
      const ripple = Math.sin(u * 4.1 + wave[0]) * 0.6 + Math.sin(u * 8.7 + wave[1]) * 0.4
      const tip = shape.peak * Math.max(0, 1 - Math.abs(u - wave[2] * 0.3) * 2.6)
      return 100 * (1 - shape.drop * Math.abs(u) ** 3) * (1 + shape.ruffle * ripple + tip)
    }
    const steps = shape.ruffle > 0.04 ? 12 : 8
    const arc = Array.from({ length: steps + 1 }, (_, i) => (i / steps) * 2 - 1)
    const edge: Point[] = arc.map((u) => polar(u * shape.spread, radius(u)))
    const foot: Point[] = [polar(shape.spread * 0.8, 42), [0, 8], polar(-shape.spread * 0.8, 42)]
    const body = smooth([...edge, ...foot], true)

    const lean = wave[2]
    const roll: Point[] = arc
      .map((u): Point => {
        const thick = shape.rim * Math.max(0, 1 - ((u - lean) / (1 + Math.abs(lean))) ** 2) ** 1.4
        return polar(
          u * shape.spread * 0.97,
          radius(u) - 0.6 - thick * (0.8 + 0.35 * Math.sin(u * 6 + wave[1])),
        )
      })
      .reverse()
    const rim = smooth([...edge, ...roll], true)

    const strokes = Array.from({ length: 5 }, (_, i) => {
      const u = -0.7 + i * 0.35 + between(rng, -0.12, 0.12)
      const inner = between(rng, 48, 66)
      const outer = radius(u) - shape.rim - between(rng, 3, 12)
      return smooth(
        [
          polar(u * shape.spread * 0.7, inner),
          polar(u * shape.spread * 0.86, (inner + outer) / 2),
          polar(u * shape.spread * 0.92, outer),
        ],
        false,
      )
    }).join('')

    outline = body
    return (
      el('path', { d: body, 'stroke-width': 3, 'stroke-opacity': '.3', 'paint-order': 'stroke' }) +
      el('path', { d: strokes, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.4, opacity: '.15' }) +
      el('path', { d: rim, fill: 'currentColor', stroke: 'none', opacity: '.42' })
    )
  })
  const shaded = sheet.part(name, () => {
    const shadow = { d: outline, fill: 'none', 'stroke-width': 11, 'stroke-opacity': '.13' }
    return el('path', shadow) + sheet.use(bare, {})
  })
  return { shaded, bare, outline: () => sheet.define(`${name}o`, (id) => el('path', { id, d: outline })) }
}
