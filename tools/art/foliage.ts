import { type LeafTone, leaves } from './palette.ts'
import { along, cubic, type Point, smooth } from './path.ts'
import { between, type Rng } from './prng.ts'
import { el, type Sheet } from './svg.ts'

/** A stem: a cubic curve from foot to tip. */
export type Curve = readonly [Point, Point, Point, Point]

/** The cut of a leaf: length 100, foot at the origin, pointing up. */
export type LeafCut = 'round' | 'lance' | 'broad' | 'needle'

const cuts: Record<LeafCut, { width: number; low: number; point: number; veins: number }> = {
  round: { width: 92, low: 0.62, point: 0.5, veins: 3 },
  lance: { width: 34, low: 0.75, point: 0.95, veins: 0 },
  broad: { width: 62, low: 0.72, point: 0.9, veins: 5 },
  needle: { width: 16, low: 0.6, point: 0.8, veins: 0 },
}

/** Defines a leaf: body, shaded half, veins, a brush of light. */
export function leaf(sheet: Sheet, cut: LeafCut, tone: LeafTone, variant: number, rng: Rng): string {
  return sheet.part(`leaf-${cut}-${tone}${variant}`, () => {
    const { width, low, point, veins } = cuts[cut]
    const c = leaves[tone]
    const bend = between(rng, -9, 9)
    const spine = (t: number): Point => [bend * Math.sin(t * Math.PI * 0.9), -100 * t]
    const half = (t: number): number => (width / 2) * Math.sin(Math.PI * t ** low) ** point
    const steps = [0.02, 0.1, 0.24, 0.42, 0.6, 0.78, 0.92]
    const side = (sign: number): Point[] =>
      steps.map((t) => {
        const [x, y] = spine(t)
        return [x + sign * half(t) * between(rng, 0.94, 1.06), y]
      })
    const right = side(1)
    const left = side(-1)
    const middle = [0, 0.25, 0.5, 0.75, 1].map(spine)
    const fill = sheet.linear(`leaf-${tone}`, [
      [0, c.light],
      [0.45, c.body],
      [1, c.shade],
    ])
    const parts = [
      el('path', { d: smooth([[0, 0], ...right, spine(1), ...left.toReversed()], true), fill }),
      el('path', {
        d: smooth([[0, 0], ...right, spine(1), ...middle.toReversed().slice(1, -1)], true),
        fill: c.shade,
        opacity: '.55',
      }),
    ]
    const ribs = Array.from({ length: veins }, (_, i) => {
      const t = 0.16 + (i / Math.max(1, veins)) * 0.62
      return [1, -1]
        .map((sign) => {
          const [x, y] = spine(t)
          const end = Math.min(0.96, t + 0.17)
          const [ex, ey] = spine(end)
          return smooth(
            [
              [x, y],
              [x + sign * half(t) * 0.5, y - 9],
              [ex + sign * half(end) * 0.86, ey],
            ],
            false,
          )
        })
        .join('')
    }).join('')
    const stroke = { fill: 'none', stroke: c.vein, 'stroke-linecap': 'round' }
    parts.push(
      el('path', {
        d: smooth(middle.slice(0, 4), false),
        ...stroke,
        'stroke-width': cut === 'needle' ? 2 : 2.4,
        opacity: '.8',
      }),
    )
    if (ribs !== '') parts.push(el('path', { d: ribs, ...stroke, 'stroke-width': 1.3, opacity: '.5' }))
    return parts.join('')
  })
}

/** A stem as a line. */
export function stalk(curve: Curve, width: number, color: string): string {
  const line = { d: cubic(curve), fill: 'none', stroke: color, 'stroke-linecap': 'round' }
  return el('path', { ...line, 'stroke-width': width * 0.72 })
}

/** The way in which leaves sit along a spray. */
export type SprayHabit = {
  readonly cut: LeafCut
  readonly tone: LeafTone
  readonly pairs: number
  /** Leaf length at the foot and at the tip. */
  readonly size: readonly [number, number]
  /** Angle between leaf and stem, degrees. */
  readonly angle: number
  /** Where the lowest leaf sits, 0 to 1. */
  readonly from: number
  readonly alternate: boolean
  /** The number of different leaves it has; default three. */
  readonly variants?: number
}

/** The sprays in use. */
export const sprays = {
  eucalyptus: {
    cut: 'round',
    tone: 'silver',
    pairs: 10,
    size: [46, 17],
    angle: 62,
    from: 0.36,
    alternate: false,
  },
  sage: { cut: 'round', tone: 'sage', pairs: 8, size: [40, 16], angle: 58, from: 0.34, alternate: true },
  olive: { cut: 'lance', tone: 'olive', pairs: 9, size: [66, 34], angle: 38, from: 0.34, alternate: true },
  ruscus: { cut: 'broad', tone: 'stem', pairs: 7, size: [62, 34], angle: 48, from: 0.34, alternate: true },
  fern: { cut: 'needle', tone: 'deep', pairs: 22, size: [60, 14], angle: 62, from: 0.26, alternate: false },
  sprig: {
    cut: 'lance',
    tone: 'olive',
    pairs: 9,
    size: [54, 32],
    angle: 42,
    from: 0.12,
    alternate: true,
    variants: 2,
  },
  sketchRound: {
    cut: 'round',
    tone: 'pencil',
    pairs: 9,
    size: [44, 17],
    angle: 60,
    from: 0.36,
    alternate: false,
  },
  sketchLance: {
    cut: 'lance',
    tone: 'pencil',
    pairs: 9,
    size: [64, 34],
    angle: 38,
    from: 0.34,
    alternate: true,
  },
} as const satisfies Record<string, SprayHabit>

/** Draws a leafy stem along a curve; leaves that would sit below `floor` are left out. */
export function spray(
  sheet: Sheet,
  kind: keyof typeof sprays,
  curve: Curve,
  rng: Rng,
  size = 1,
  floor = 2000,
): string {
  const habit: SprayHabit = sprays[kind]
  const c = leaves[habit.tone]
  const parts = [stalk(curve, 5 * size, c.shade)]
  const [[x0, y0], , , [x1, y1]] = curve
  const pairs = Math.round(
    habit.pairs * Math.max(0.5, Math.min(1.4, Math.hypot(x1 - x0, y1 - y0) / (440 * size))),
  )
  for (let i = 0; i < pairs; i++) {
    for (const side of [-1, 1]) {
      const step = (i + (habit.alternate && side > 0 ? 0.5 : 0)) / pairs
      const t = habit.from + (1 - habit.from) * step
      const { x, y, angle } = along(curve, Math.min(t, 1))
      if (y > floor) continue
      const length = (habit.size[0] + (habit.size[1] - habit.size[0]) * step) * size * between(rng, 0.9, 1.1)
      const id = leaf(sheet, habit.cut, habit.tone, Math.floor(rng() * (habit.variants ?? 3)), rng)
      const rotate = angle + side * (habit.angle * (1 - step * 0.35)) + between(rng, -8, 8)
      const narrow = habit.cut === 'round' ? between(rng, 0.62, 1) : 1
      parts.push(sheet.use(id, { x, y, rotate, scale: (length / 100) * narrow * side, scaleY: length / 100 }))
    }
  }
  const tip = along(curve, 1)
  const id = leaf(sheet, habit.cut, habit.tone, 0, rng)
  parts.push(
    sheet.use(id, { x: tip.x, y: tip.y, rotate: tip.angle, scale: (habit.size[1] / 100) * size * 1.15 }),
  )
  return el('g', {}, parts.join(''))
}

/** A collar leaf lying behind or in front of blooms. */
export function looseLeaf(
  sheet: Sheet,
  tone: LeafTone,
  x: number,
  y: number,
  rotate: number,
  length: number,
  rng: Rng,
): string {
  const id = leaf(sheet, 'broad', tone, Math.floor(rng() * 4), rng)
  return sheet.use(id, { x, y, rotate, scale: (length / 100) * between(rng, 0.8, 1.1), scaleY: length / 100 })
}
