import { type Flower, flowerMarkup, type Middle } from './bouquet.ts'
import { type CardPlace, card } from './card.ts'
import { fallenPetal } from './fallen-petal.ts'
import { berries, gypsophila, spire } from './filler.ts'
import { type Curve, looseLeaf, spray, type sprays, stalk } from './foliage.ts'
import { type LeafTone, leaves, type PetalTone } from './palette.ts'
import { createRng, type Rng } from './prng.ts'
import { ribbon } from './ribbon.ts'
import { Sheet } from './svg.ts'
import { stems, type WrapShape, wrapBack, wrapFront } from './wrap.ts'

/** A leafy stem: kind, place of its tip, bend, size. */
export type SprayAt = readonly [kind: keyof typeof sprays, x: number, y: number, bend?: number, size?: number]
/** A cloud of small things on stems: place of its foot, size. */
export type CloudAt = readonly [x: number, y: number, size: number]
/** A spire: tone, place of its tip, size. */
export type SpireAt = readonly [tone: PetalTone, x: number, y: number, size: number]
/** A single leaf: tone, place of its foot, turn, length. */
export type LeafAt = readonly [tone: LeafTone, x: number, y: number, rotate: number, length: number]
/** A leafy stem that hangs over the paper: kind, from, to, size. */
export type TrailAt = readonly [
  kind: keyof typeof sprays,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  size: number,
]
/** A petal on its way down: tone, place, turn, size. */
export type PetalAt = readonly [tone: PetalTone, x: number, y: number, rotate: number, size: number]

/** A bouquet as the florist would note it down, from back to front. */
export type Scene = {
  readonly seed: string
  readonly title: string
  readonly wrap: WrapShape
  readonly middle: Middle
  readonly sprays: readonly SprayAt[]
  readonly clouds: readonly CloudAt[]
  readonly berries: readonly CloudAt[]
  readonly spires: readonly SpireAt[]
  readonly backLeaves: readonly LeafAt[]
  readonly flowers: readonly Flower[]
  readonly frontLeaves: readonly LeafAt[]
  /** Sprays that hang over the edge of the paper. */
  readonly trails: readonly TrailAt[]
  readonly overLeaves: readonly LeafAt[]
  readonly overFlowers: readonly Flower[]
  readonly petals: readonly PetalAt[]
  readonly bow: number
  readonly card: CardPlace
  /** Colour of the stems. */
  readonly stems: LeafTone
}

/** A stem that grows from the ribbon to a point. */
function stemTo(w: WrapShape, x: number, y: number, bend: number): Curve {
  const rise = w.tieY - y
  const foot = w.cx + (x - w.cx) * 0.1
  return [
    [foot, w.tieY],
    [w.cx + (x - w.cx) * 0.32 + bend, w.tieY - rise * 0.4],
    [x - (x - w.cx) * 0.12 - bend, y + rise * 0.32],
    [x, y],
  ]
}

/** A stem that leaves sideways and gives in to its weight. */
function trail(x0: number, y0: number, x1: number, y1: number): Curve {
  return [
    [x0, y0],
    [x0 + (x1 - x0) * 0.55, y0 - 6],
    [x1, y0 + (y1 - y0) * 0.4],
    [x1, y1],
  ]
}

/** Draws a scene; `viewBox` is the part of it to show. */
export function drawScene(scene: Scene, viewBox = '0 0 800 1000'): string {
  const sheet = new Sheet()
  const rng: Rng = createRng(scene.seed)
  const w = scene.wrap
  const leafAt = ([tone, x, y, rotate, length]: LeafAt) => looseLeaf(sheet, tone, x, y, rotate, length, rng)
  const stemOf = (flower: Flower) =>
    stalk(stemTo(w, flower.x, flower.y + flower.r * 0.4, 8), 6, leaves[scene.stems].body)
  const parts = [
    stems(w, 52, rng),
    wrapBack(sheet, w, rng),
    ...scene.sprays.map(([kind, x, y, bend = 0, size = 1]) =>
      spray(sheet, kind, stemTo(w, x, y, bend), rng, size, w.mouthY),
    ),
    ...scene.spires.map(([tone, x, y, size]) => spire(sheet, tone, stemTo(w, x, y, 6), size, rng)),
    ...scene.clouds.map(([x, y, size]) => gypsophila(sheet, stemTo(w, x, y, 0), size, rng)),
    ...scene.berries.map(([x, y, size]) => berries(sheet, stemTo(w, x, y, 0), size, rng)),
    ...scene.flowers.filter((f) => f.y < w.mouthY - 90 || Math.abs(f.x - w.cx) < w.mouth * 0.6).map(stemOf),
    ...scene.backLeaves.map(leafAt),
    ...scene.flowers.map((flower) => flowerMarkup(sheet, flower, scene.middle)),
    ...scene.frontLeaves.map(leafAt),
    wrapFront(sheet, w, rng),
    ...scene.trails.map(([kind, x0, y0, x1, y1, size]) =>
      spray(sheet, kind, trail(x0, y0, x1, y1), rng, size),
    ),
    ...scene.overLeaves.map(leafAt),
    ...scene.overFlowers.map((flower) => flowerMarkup(sheet, flower, scene.middle)),
    ribbon(sheet, w.cx, w.tieY, w.waist, scene.bow),
    card(sheet, scene.card),
    ...scene.petals.map(([tone, x, y, rotate, scale]) =>
      sheet.use(fallenPetal(sheet, tone), { x, y, rotate, scale }),
    ),
  ]
  return sheet.document(viewBox, scene.title, parts.join('\n'))
}
