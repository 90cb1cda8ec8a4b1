import { type PetalTone, petalFill, petals } from './palette.ts'
import { type PetalShape, petal } from './petal.ts'
import { between, pick, type Rng } from './prng.ts'
import { el, type Sheet, transform } from './svg.ts'

/** Flowers built as a spiral of overlapping petals. */
export type SpiralSpecies = 'rose' | 'ranunculus' | 'peony'

type Habit = {
  readonly petal: PetalShape
  readonly count: number
  /** The number of petals that share the outline, so that a bloom is round. */
  readonly guard: number
  /** Size of the innermost petal relative to the outermost. */
  readonly heart: number
  /** Above 1: many large petals and a small heart; below 1: the reverse. */
  readonly bow: number
  readonly turn: number
  readonly wobble: number
}

const habits: Record<SpiralSpecies, Habit> = {
  rose: {
    petal: { spread: 66, drop: 0.26, ruffle: 0.022, peak: 0.05, rim: 9 },
    count: 27,
    guard: 6,
    heart: 0.13,
    bow: 0.86,
    turn: 137.5,
    wobble: 0.03,
  },
  ranunculus: {
    petal: { spread: 58, drop: 0.2, ruffle: 0.012, peak: 0, rim: 5 },
    count: 44,
    guard: 7,
    heart: 0.16,
    bow: 0.92,
    turn: 137.5,
    wobble: 0.015,
  },
  peony: {
    petal: { spread: 40, drop: 0.3, ruffle: 0.06, peak: -0.05, rim: 8 },
    count: 50,
    guard: 10,
    heart: 0.2,
    bow: 0.75,
    turn: 137.5,
    wobble: 0.07,
  },
}

const layerCount = 3

/** Defines the layers of one bloom of radius 100, outermost first, and the clip of the outermost to its petals. */
function layers(sheet: Sheet, species: SpiralSpecies, variant: number, rng: Rng) {
  const habit = habits[species]
  const cut = [0, 1, 2, 3, 4].map((i) => petal(sheet, `${species}p${i}`, rng, habit.petal))
  const uses: string[][] = Array.from({ length: layerCount }, () => [])
  const outlines: (() => string)[] = []
  for (let i = 0; i < habit.count; i++) {
    const t = i / (habit.count - 1)
    const inward = Math.max(0, i - habit.guard) / (habit.count - 1 - habit.guard)
    const scale = (1 + (habit.heart - 1) * inward ** habit.bow) * (1 + between(rng, -1, 1) * habit.wobble)
    const rotate = i * habit.turn + between(rng, -12, 12)
    const place = { rotate: rotate % 360, scale: scale * (rng() < 0.5 ? 1 : -1), scaleY: scale }
    const { shaded, bare, outline } = pick(rng, cut)
    const layer = Math.min(layerCount - 1, Math.floor(t * layerCount * 0.95))
    uses[layer]?.push(sheet.use(i < habit.guard ? bare : shaded, place))
    if (layer === 0) outlines.push(() => sheet.use(outline(), place))
  }
  const ids = uses.map((list, i) => sheet.part(`${species}${variant}l${i}`, () => list.join('')))
  const clip = () =>
    sheet.define(`${species}${variant}c`, (id) =>
      el('clipPath', { id }, outlines.map((use) => use()).join('')),
    )
  return { ids, clip }
}

/** A bloom of radius 1 × `r`, facing (fx, fy) in −1 to 1; (0, 0) looks at the reader. */
export type BloomOptions = {
  readonly tone: PetalTone
  readonly variant: number
  readonly fx: number
  readonly fy: number
  readonly rotate: number
  /** On plain ground: no line and no shadow around it. */
  readonly alone: boolean
}

/** By which part of its width a bloom that looks there (fx, fy: −1 to 1) is narrower than it is high. */
export function tiltOf(fx: number, fy: number): number {
  return Math.min(0.28, Math.hypot(fx, fy) * 0.22)
}

/** Draws a rose, a ranunculus or a peony around the origin with radius 100. */
export function spiralBloom(sheet: Sheet, species: SpiralSpecies, rng: Rng, o: BloomOptions): string {
  const c = petals[o.tone]
  const { ids, clip } = layers(sheet, species, o.variant, rng)
  const body = ids
    .map((id, i) => {
      const shift = [0, 0.11, 0.2][i] ?? 0
      const place = { x: o.fx * shift * 100, y: o.fy * shift * 100, rotate: o.rotate + i * 20 }
      const paint = {
        fill: petalFill(sheet, o.tone, i / (layerCount - 1)),
        stroke: i === 0 ? c.deep : c.shadow,
      }
      if (i > 0 || !o.alone) return sheet.use(id, place, paint)
      const clipped = { transform: transform(place), 'clip-path': `url(#${clip()})` }
      return el('g', clipped, sheet.use(id, {}, paint))
    })
    .join('')
  const gleam = sheet.radial('gleam', 100, [
    [0, '#ffe9e0', 0.22],
    [0.5, '#ffe9e0', 0.08],
    [1, '#ffe9e0', 0],
  ])
  const dusk = sheet.radial('dusk', 100, [
    [0, '#3a0a1c', 0.3],
    [0.5, '#3a0a1c', 0.14],
    [1, '#3a0a1c', 0],
  ])
  const tilt = tiltOf(o.fx, o.fy)
  const angle = (Math.atan2(o.fy, o.fx) * 180) / Math.PI
  const inner =
    el('g', { color: c.edge, 'stroke-linecap': 'round' }, body) +
    el('circle', {
      r: 100,
      fill: dusk,
      transform: transform({ x: 30, y: 38, scale: o.alone ? 0.42 : 0.62 }),
    }) +
    el('circle', { r: 100, fill: gleam, transform: transform({ x: -30, y: -36, scale: 0.6 }) })
  if (tilt === 0) return inner
  const squash = `${transform({ rotate: angle, scale: 1 - tilt, scaleY: 1 })}rotate(${Math.round(-angle)})`
  return el('g', { transform: squash }, inner)
}
