import { type Point, smooth } from './path.ts'
import { el, type Sheet, transform } from './svg.ts'

const satin = { shadow: '#5a0e24', deep: '#7f1730', body: '#b3273f', light: '#d9596c', gleam: '#f0a3aa' }

function outline(points: readonly Point[], fill: string, tension = 0.05): string {
  return el('path', {
    d: smooth(points, true, tension),
    fill,
    stroke: satin.shadow,
    'stroke-width': 1.6,
    'stroke-opacity': '.28',
    'paint-order': 'stroke',
  })
}

/** Lines of light that follow the folds of the satin. */
export function folds(d: string, color: string, width: number, opacity: string): string {
  return el('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    opacity,
  })
}

/** The left loop of the bow; the right one is its mirror image. */
function loop(sheet: Sheet): string {
  const front = sheet.linear(
    'bow-front',
    [
      [0, satin.light],
      [0.38, satin.body],
      [1, satin.deep],
    ],
    { x1: 0.2, y1: 0, x2: 0.45, y2: 1 },
  )
  const inside = sheet.linear(
    'bow-inside',
    [
      [0, satin.shadow],
      [1, satin.deep],
    ],
    { x1: 0, y1: 0, x2: 1, y2: 0 },
  )
  return (
    outline(
      [
        [0, -2],
        [-34, -34],
        [-78, -48],
        [-104, -30],
        [-98, 2],
        [-66, 18],
        [-26, 12],
      ],
      inside,
    ) +
    outline(
      [
        [0, 6],
        [-30, 2],
        [-62, -8],
        [-88, -28],
        [-104, -33],
        [-110, -8],
        [-98, 22],
        [-66, 32],
        [-28, 20],
      ],
      front,
    ) +
    folds('M-8 6C-40 14 -76 12 -98 -14', satin.gleam, 2.4, '.55') +
    folds('M-6 9C-30 22 -56 26 -84 22', satin.deep, 2.2, '.5') +
    folds('M-8 -4C-30 -24 -58 -40 -84 -40', satin.light, 1.8, '.5')
  )
}

/** A tail with a swallow cut, hanging from the knot. */
function tail(sheet: Sheet): string {
  const fill = sheet.linear(
    'bow-tail',
    [
      [0, satin.deep],
      [0.25, satin.body],
      [0.5, satin.light],
      [0.72, satin.body],
      [1, satin.deep],
    ],
    { x1: 0.2, y1: 0, x2: 0, y2: 1 },
  )
  return (
    el('path', {
      d: 'M-6 4C-20 34 -46 60 -44 96C-43 118 -54 136 -62 152L-38 146L-24 164C-14 138 -10 118 -12 96C-14 66 4 40 8 8z',
      fill,
      stroke: satin.shadow,
      'stroke-width': 1.6,
      'stroke-opacity': '.28',
      'paint-order': 'stroke',
    }) +
    folds('M-2 12C-12 40 -34 64 -32 98C-31 118 -38 132 -42 142', satin.gleam, 1.8, '.45') +
    folds('M3 14C-4 44 -20 66 -20 98C-20 120 -24 136 -28 150', satin.deep, 1.8, '.35')
  )
}

/** The band around the waist and the bow upon it, in the brand's rose. */
export function ribbon(sheet: Sheet, cx: number, y: number, waist: number, size: number): string {
  const band = sheet.linear(
    'band',
    [
      [0, satin.deep],
      [0.22, satin.body],
      [0.45, satin.light],
      [0.62, satin.body],
      [1, satin.deep],
    ],
    { x1: 0, y1: 0, x2: 1, y2: 0 },
  )
  const w = waist + 3
  const left = sheet.part('bow-loop', () => loop(sheet))
  const hang = sheet.part('bow-hang', () => tail(sheet))
  const bow =
    sheet.use(hang, { rotate: 10 }) +
    sheet.use(hang, { x: 4, rotate: -20, scale: -0.94, scaleY: 0.88 }) +
    sheet.use(left, { rotate: 4 }) +
    sheet.use(left, { rotate: -7, scale: -0.96, scaleY: 0.98 }) +
    outline(
      [
        [-17, -10],
        [0, -15],
        [17, -11],
        [20, 4],
        [15, 17],
        [0, 20],
        [-16, 17],
        [-20, 3],
      ],
      sheet.linear('bow-knot', [
        [0, satin.light],
        [0.5, satin.body],
        [1, satin.deep],
      ]),
    ) +
    folds('M-9 -9C-11 0 -10 8 -7 15M4 -11C6 -2 6 8 3 16', satin.deep, 1.8, '.45') +
    folds('M-3 -10C-4 -2 -4 6 -2 13', satin.gleam, 2, '.55')
  return (
    el('path', {
      d: `M${cx - w} ${y - 15}Q${cx} ${y - 6} ${cx + w} ${y - 15}L${cx + w} ${y + 15}Q${cx} ${y + 25} ${cx - w} ${y + 15}z`,
      fill: band,
    }) +
    folds(
      `M${cx - w} ${y - 6}Q${cx} ${y + 3} ${cx + w} ${y - 6}M${cx - w} ${y + 8}Q${cx} ${y + 17} ${cx + w} ${y + 8}`,
      satin.deep,
      1.4,
      '.35',
    ) +
    el('g', { transform: transform({ x: cx, y: y + 2, scale: size }) }, bow)
  )
}
