import { lines, type Point } from './path.ts'
import { between, type Rng } from './prng.ts'
import { el, num, type Sheet } from './svg.ts'

/** The measures of a paper wrap, in units of the picture. */
export type WrapShape = {
  readonly cx: number
  /** Height of the corners of the mouth. */
  readonly mouthY: number
  /** Half width of the mouth. */
  readonly mouth: number
  /** Height of the ribbon and half width there. */
  readonly tieY: number
  readonly waist: number
  /** Height of the lower edge and half width there. */
  readonly footY: number
  readonly foot: number
}

/** Kraft paper and the cream tissue within. */
const paper = {
  light: '#f0dcbd',
  body: '#e2c69d',
  dark: '#c9a676',
  deep: '#a98152',
  edge: '#fbf0dc',
  inside: '#d2b386',
}
const tissue = { light: '#fffaf1', body: '#f8ebdd', dark: '#e6cfc0' }

function sheetOf(points: readonly Point[], fill: string, edge: string, width = 1.6): string {
  return el('path', {
    d: lines(points),
    fill,
    stroke: edge,
    'stroke-width': width,
    'stroke-linejoin': 'round',
  })
}

/** A crease: a dark line and a light one beside it. */
function crease(from: Point, to: Point, strength: number): string {
  const line = (dx: number, stroke: string, opacity: number) =>
    el('path', {
      d: lines(
        [
          [from[0] + dx, from[1]],
          [to[0] + dx, to[1]],
        ],
        false,
      ),
      stroke,
      'stroke-width': 1.4,
      'stroke-linecap': 'round',
      opacity: num(opacity, 2),
    })
  return line(0, paper.deep, strength) + line(1.8, paper.edge, strength * 1.3)
}

/** The raised back of the paper and the tissue stand behind the flowers. */
export function wrapBack(sheet: Sheet, w: WrapShape, rng: Rng): string {
  const back = sheet.linear('paper-back', [
    [0, paper.body],
    [0.6, paper.inside],
    [1, paper.deep],
  ])
  const soft = sheet.linear('tissue-back', [
    [0, tissue.light],
    [0.5, tissue.body],
    [1, tissue.dark],
  ])
  const peak = (u: number, lift: number): Point => [w.cx + u * w.mouth, w.mouthY - lift * w.mouth]
  const jag = () => between(rng, -0.03, 0.03)
  const outer: Point[] = [
    [w.cx - w.waist, w.tieY],
    peak(-1.04, 0.02),
    peak(-1.12, 0.34 + jag()),
    peak(-0.84 + jag(), 0.58),
    peak(-0.58, 0.42 + jag()),
    peak(-0.3 + jag(), 0.78),
    peak(0.06, 0.6 + jag()),
    peak(0.4 + jag(), 0.8),
    peak(0.64, 0.44 + jag()),
    peak(0.94 + jag(), 0.62),
    peak(1.12, 0.3 + jag()),
    peak(1.04, 0),
    [w.cx + w.waist, w.tieY],
  ]
  const inner: Point[] = [
    [w.cx - w.waist, w.tieY],
    peak(-1.0, 0.1),
    peak(-1.0 + jag(), 0.48),
    peak(-0.74, 0.4 + jag()),
    peak(-0.56 + jag(), 0.72),
    peak(-0.1, 0.6),
    peak(0.14 + jag(), 0.86),
    peak(0.5, 0.6),
    peak(0.7 + jag(), 0.72),
    peak(0.8, 0.42 + jag()),
    peak(1.02, 0.46),
    peak(1.0, 0.1),
    [w.cx + w.waist, w.tieY],
  ]
  return sheetOf(outer, back, paper.edge) + sheetOf(inner, soft, '#fffdf8')
}

/** The pleated foot below the ribbon. */
function foot(sheet: Sheet, w: WrapShape, rng: Rng): string {
  const pleat = sheet.linear('pleat', [
    [0, paper.deep],
    [0.3, paper.body],
    [1, paper.dark],
  ])
  const shade = sheet.linear('pleat-shade', [
    [0, paper.deep],
    [0.35, paper.dark],
    [1, paper.inside],
  ])
  const n = 7
  const top = (i: number): Point => [w.cx + ((i / n) * 2 - 1) * w.waist, w.tieY]
  const low = (i: number, k: number): Point => {
    const u = (i / n) * 2 - 1
    return [w.cx + u * w.foot, w.footY + (1 - u * u) * 10 + k]
  }
  let markup = ''
  for (let i = 0; i < n; i++) {
    const cut = between(rng, -5, 5)
    const points = [top(i), top(i + 1), low(i + 1, i % 2 === 0 ? 6 : -8), low(i, i % 2 === 0 ? -8 + cut : 6)]
    markup += sheetOf(points, i % 2 === 0 ? pleat : shade, paper.light, 0.9)
  }
  return markup
}

/** A curve bent towards one control point, as path data without its start. */
const bow = (control: Point, end: Point): string => `Q${[...control, ...end].map((v) => num(v)).join(' ')}`

/** One flap of the front, from a corner of the mouth across to the waist; `side` −1 is left. */
function flap(sheet: Sheet, w: WrapShape, side: 1 | -1, rng: Rng): string {
  const h = w.tieY - w.mouthY
  const at = (u: number, v: number): Point => [w.cx + side * u * w.mouth, w.mouthY + v * h]
  const corner = at(1.03, 0)
  const cross: Point = [w.cx - side * w.waist * 1.5, w.mouthY + h * 0.62]
  const start = `M${num(corner[0])} ${num(corner[1])}`
  const neck = bow(at(0.3, 0.36), cross)
  const outer = bow(at(0.7, 0.5), corner)
  const body = `${start}${neck}L${num(w.cx - side * w.waist)} ${num(w.tieY)}L${num(w.cx + side * w.waist)} ${num(w.tieY)}${outer}z`
  const lapel = `${start}${neck}${bow(at(0.32, 0.56), at(1.0, 0.1))}z`
  const fill = sheet.linear(
    `flap${side}`,
    side < 0
      ? [
          [0, paper.light],
          [0.5, paper.body],
          [1, paper.dark],
        ]
      : [
          [0, paper.body],
          [0.35, paper.light],
          [0.75, paper.body],
          [1, paper.dark],
        ],
    { x1: 0, y1: 0, x2: 1, y2: 0.2 },
  )
  const clip = `url(#${sheet.define(`flap-clip${side}`, (id) => el('clipPath', { id }, el('path', { d: body })))})`
  // The right flap lies on the left one, which was drawn before, and throws its shadow on that alone.
  const below = `url(#${sheet.define('flap-clip-1', () => '')})`
  const folds = [0.2, 0.42, 0.62, 0.82]
    .map((u) => {
      const to: Point = [w.cx + side * w.waist * (u * 1.7 - 0.7), w.tieY - 6]
      return crease(at(u + 0.1 + between(rng, -0.05, 0.05), 0.42 - u * 0.3), to, 0.3)
    })
    .join('')
  const sheen = sheet.linear(
    `sheen${side}`,
    [
      [0, '#fff', 0],
      [0.5, '#fff', 0.28],
      [1, '#fff', 0],
    ],
    { x1: 0, y1: 0, x2: 1, y2: 0 },
  )
  const facet = lines([
    at(0.62, 0.1),
    at(0.84, 0.1),
    [w.cx + side * w.waist * 0.7, w.tieY],
    [w.cx + side * w.waist * 0.2, w.tieY],
  ])
  const shadow = (d: string, dx: number, dy: number) =>
    el('path', { d, fill: '#5b3a1c', opacity: '.15', transform: `translate(${dx} ${dy})` })
  const details = folds + el('path', { d: facet, fill: sheen }) + shadow(lapel, -side * 2, 8)
  return (
    (side > 0 ? el('g', { 'clip-path': below }, shadow(body, -7, 5)) : '') +
    el('path', { d: body, fill, stroke: paper.edge, 'stroke-width': 1.6, 'stroke-linejoin': 'round' }) +
    el('g', { 'clip-path': clip }, details) +
    el('path', {
      d: lapel,
      fill: sheet.linear(`lapel${side}`, [
        [0, '#fff8ea'],
        [0.6, paper.edge],
        [1, paper.light],
      ]),
    })
  )
}

/** The crossed flaps and the pleated foot stand before the flowers. */
export function wrapFront(sheet: Sheet, w: WrapShape, rng: Rng): string {
  const gather = [-0.7, -0.35, 0, 0.3, 0.62]
    .map((u) =>
      crease(
        [w.cx + u * w.waist, w.tieY - 2],
        [w.cx + u * w.waist * 1.6, w.tieY - between(rng, 26, 60)],
        0.3,
      ),
    )
    .join('')
  return foot(sheet, w, rng) + flap(sheet, w, -1, rng) + flap(sheet, w, 1, rng) + gather
}

/** Cut stems that look out below the paper. */
export function stems(w: WrapShape, length: number, rng: Rng): string {
  const greens = ['#2f5d4a', '#5a8a6d', '#6f8453', '#234a3b', '#7d9f8b', '#3d6c54']
  return [-0.62, -0.36, -0.14, 0.08, 0.33, 0.6]
    .map((u, i) => {
      const x = w.cx + u * w.foot
      const spread = u * 26
      const y = w.footY + length * between(rng, 0.75, 1.1)
      const width = between(rng, 3, 4.4)
      const points: Point[] = [
        [x - width, w.footY - 20],
        [x + width, w.footY - 20],
        [x + spread + width, y - 3],
        [x + spread - width, y + 4],
      ]
      return (
        el('path', { d: lines(points), fill: greens[i] ?? '#2f5d4a' }) +
        el('path', {
          d: lines([
            [x + spread - width, y + 4],
            [x + spread + width, y - 3],
            [x + spread + width, y],
            [x + spread - width, y + 7],
          ]),
          fill: '#c9d6a8',
        })
      )
    })
    .join('')
}
