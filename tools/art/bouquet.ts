import { type SpiralSpecies, spiralBloom } from './blooms.ts'
import { bud } from './bud.ts'
import { anemone, daisy, drumstick } from './open-blooms.ts'
import type { PetalTone } from './palette.ts'
import { createRng, type Rng } from './prng.ts'
import { el, type Sheet, transform } from './svg.ts'
import { tulip } from './tulip.ts'

/** Everything that can be put on a stem. */
export type Species = SpiralSpecies | 'anemone' | 'daisy' | 'drumstick' | 'tulip' | 'bud'

/** One flower of a bouquet: place, radius, tones. */
export type Flower = {
  readonly kind: Species
  readonly tone: PetalTone
  readonly x: number
  readonly y: number
  readonly r: number
  readonly rotate?: number
  /** The strength with which it darkens what lies behind it, 0 to 1. */
  readonly shade?: number
  /** True if nothing is behind it that it could darken. */
  readonly alone?: boolean
}

/** The point all flowers look away from. */
export type Middle = { readonly x: number; readonly y: number; readonly reach: number }

/** Where a flower looks, −1 to 1 in both directions. */
export function facing(flower: Flower, middle: Middle): { fx: number; fy: number } {
  const part = (value: number) => Math.max(-1, Math.min(1, value / middle.reach))
  return { fx: part(flower.x - middle.x), fy: part(flower.y - middle.y) }
}

function draw(sheet: Sheet, flower: Flower, middle: Middle, rng: Rng): string {
  const variant = Math.floor(rng() * 2)
  const { fx, fy } = facing(flower, middle)
  const rotate = flower.rotate ?? Math.round(rng() * 72) * 5
  switch (flower.kind) {
    case 'anemone':
      return anemone(sheet, flower.tone, variant, rotate, rng)
    case 'daisy':
      return daisy(sheet, flower.tone, variant, rotate, rng)
    case 'drumstick':
      return sheet.use(drumstick(sheet), {})
    case 'tulip':
      return sheet.use(tulip(sheet, flower.tone, rng), { y: 70, scale: 1.25 })
    case 'bud':
      return sheet.use(bud(sheet, flower.tone), { y: 70, scale: 1.5 })
    default:
      return spiralBloom(sheet, flower.kind, rng, {
        ...{ tone: flower.tone, variant, fx, fy, rotate },
        alone: flower.alone === true,
      })
  }
}

/** Draws one flower with the soft shadow it throws on what is behind it. */
export function flowerMarkup(sheet: Sheet, flower: Flower, middle: Middle): string {
  const rng = createRng(`${flower.kind}${flower.x}${flower.y}`)
  const { fx, fy } = facing(flower, middle)
  const upright = flower.kind === 'tulip' || flower.kind === 'bud'
  const lean = (Math.atan2(flower.x - middle.x, middle.y + middle.reach * 1.6 - flower.y) * 180) / Math.PI
  const out = Math.hypot(flower.x - middle.x, flower.y - middle.y) / middle.reach
  // At the rim of the bouquet the shadow would fall on the page: it fades out towards the rim.
  const shade = flower.shade ?? 0.85 * Math.min(1, Math.max(0, (0.92 - out) / 0.4))
  const shadow = flower.alone
    ? ''
    : sheet.radial('cast', 100, [
        [0.5, '#2a0f16', 0.6],
        [0.78, '#2a0f16', 0.3],
        [1, '#2a0f16', 0],
      ])
  const place = {
    x: flower.x,
    y: flower.y,
    scale: flower.r / 100,
    rotate: upright ? (flower.rotate ?? lean) : 0,
  }
  const cast =
    shade < 0.02 || upright || flower.alone
      ? ''
      : el('circle', {
          r: 100,
          fill: shadow,
          opacity: shade.toFixed(2),
          transform: transform({
            x: flower.x - fx * flower.r * 0.12,
            y: flower.y + (0.08 - fy * 0.12) * flower.r,
            scale: flower.r * 0.0114,
          }),
        })
  return cast + el('g', { transform: transform(place) }, draw(sheet, flower, middle, rng))
}
