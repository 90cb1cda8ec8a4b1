import type { Flower, Species } from './bouquet.ts'
import type { PetalTone } from './palette.ts'
import { between, createRng, pick } from './prng.ts'

/** The outline that flowers must fill: an ellipse, cut off below `floor`. */
export type Dome = {
  readonly x: number
  readonly y: number
  readonly rx: number
  readonly ry: number
  readonly floor: number
}

/** The flowers to fill it with, in the order of planting. */
export type Lot = {
  readonly kind: Species
  readonly tones: readonly PetalTone[]
  readonly count: number
  readonly r: readonly [from: number, to: number]
}

/** The distance of a place from the middle: 0 in the middle of the dome, 1 at its edge. */
function reach(dome: Dome, x: number, y: number): number {
  return Math.hypot((x - dome.x) / dome.rx, (y - dome.y) / dome.ry)
}

/**
 * Fills the room around the flowers that are already placed, each new one as close to its neighbours as
 * `overlap` (part of the smaller radius) allows. Returns all of them from back to front.
 */
export function pack(
  seed: string,
  dome: Dome,
  heroes: readonly Flower[],
  lots: readonly Lot[],
  overlap: number,
): readonly Flower[] {
  const rng = createRng(seed)
  const placed: Flower[] = [...heroes]
  for (const lot of lots) {
    for (let i = 0; i < lot.count; i++) {
      const r = Math.round(between(rng, lot.r[0], lot.r[1]))
      let best: { x: number; y: number; gap: number } | undefined
      for (let attempt = 0; attempt < 500; attempt++) {
        const x = Math.round(between(rng, dome.x - dome.rx, dome.x + dome.rx))
        const y = Math.round(between(rng, dome.y - dome.ry, dome.floor))
        if (reach(dome, x, y) > 1) continue
        const gaps = placed.map((f) => Math.hypot(f.x - x, f.y - y) - f.r - r + overlap * Math.min(f.r, r))
        const gap = Math.min(...gaps)
        const twin = placed.some(
          (f) => f.kind === lot.kind && Math.hypot(f.x - x, f.y - y) < (f.r + r) * 1.15,
        )
        if (gap >= 0 && !twin && (best === undefined || gap < best.gap)) best = { x, y, gap }
      }
      if (best === undefined) continue
      placed.push({ kind: lot.kind, tone: pick(rng, lot.tones), x: best.x, y: best.y, r })
    }
  }
  const front = (f: Flower) => reach(dome, f.x, f.y) - f.r / 250 - (f.y - dome.y) / (dome.ry * 3)
  return placed.toSorted((a, b) => front(b) - front(a))
}
