import { type PetalTone, petals } from './palette.ts'
import { type Point, polar, smooth } from './path.ts'
import { petal } from './petal.ts'
import { between, pick, type Rng } from './prng.ts'
import { el, type Sheet } from './svg.ts'

/** A ring of stamens and the dark dome of an anemone. */
function anemoneHeart(sheet: Sheet, rng: Rng): string {
  return sheet.part('anemone-heart', () => {
    const dome = sheet.radial(
      'anemone-dome',
      24,
      [
        [0, '#5b3346'],
        [0.55, '#33121f'],
        [1, '#1f0912'],
      ],
      { cx: -5, cy: -6 },
    )
    let threads = ''
    let dots = ''
    for (let i = 0; i < 44; i++) {
      const angle = i * 8.18 + between(rng, -4, 4)
      const far = between(rng, 28, 43)
      const [x0, y0] = polar(angle, 18)
      const [x, y] = polar(angle + between(rng, -4, 4), far)
      threads += `M${x0.toFixed(1)} ${y0.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`
      dots += el('ellipse', { cx: x, cy: y, rx: between(rng, 1.8, 2.9), ry: between(rng, 1.6, 2.2) })
    }
    const grain = Array.from({ length: 26 }, (_, i) => {
      const [x, y] = polar(i * 137.5, 3.6 * Math.sqrt(i))
      return el('circle', { cx: x, cy: y, r: 1.1 })
    }).join('')
    return (
      el('circle', {
        r: 34,
        fill: sheet.radial('anemone-halo', 34, [
          [0.3, '#2a1a1f', 0.5],
          [1, '#2a1a1f', 0],
        ]),
      }) +
      el('path', { d: threads, stroke: '#33121f', 'stroke-width': 0.9, fill: 'none' }) +
      el('g', { fill: '#2a0f1a' }, dots) +
      el('circle', { r: 20, fill: dome }) +
      el('g', { fill: '#8c6474', opacity: '.7' }, grain)
    )
  })
}

/** A full dome of pollen for daisies. */
function daisyHeart(sheet: Sheet): string {
  return sheet.part('daisy-heart', () => {
    const dome = sheet.radial(
      'daisy-dome',
      30,
      [
        [0, '#f9dc8a'],
        [0.55, '#e9b44a'],
        [1, '#b9792a'],
      ],
      { cx: -7, cy: -9 },
    )
    const grain = Array.from({ length: 46 }, (_, i) => {
      const [x, y] = polar(i * 137.5, 3.7 * Math.sqrt(i))
      return el('circle', { cx: x, cy: y, r: i < 14 ? 1.3 : 1.7 })
    }).join('')
    return (
      el('circle', {
        r: 36,
        fill: sheet.radial('daisy-halo', 36, [
          [0.6, '#7a4a1c', 0.45],
          [1, '#7a4a1c', 0],
        ]),
      }) +
      el('circle', { r: 27, fill: dome }) +
      el('g', { fill: '#a3651f', opacity: '.55' }, grain)
    )
  })
}

/** An anemone of radius 100 around the origin: broad petals in two rows and a dark heart. */
export function anemone(sheet: Sheet, tone: PetalTone, variant: number, rotate: number, rng: Rng): string {
  const c = petals[tone]
  const shape = { spread: 34, drop: 0.36, ruffle: 0.03, peak: 0.03, rim: 7 }
  const cut = [0, 1, 2].map((i) => petal(sheet, `anemone-p${i}`, rng, shape))
  const id = sheet.part(`anemone${variant}`, () =>
    Array.from({ length: 12 }, (_, i) => {
      const outer = i < 7
      const scale = (outer ? 1 : 0.84) * between(rng, 0.93, 1.04)
      const turn = outer ? i * 51.4 * 3 : 26 + i * 72 * 2
      const { shaded, bare } = pick(rng, cut)
      return sheet.use(outer ? bare : shaded, { rotate: (turn + between(rng, -7, 7)) % 360, scale })
    }).join(''),
  )
  const fill = sheet.radial(`anemone-${tone}`, 100, [
    [0.15, c.deep],
    [0.4, c.mid],
    [0.72, c.light],
    [1, c.edge],
  ])
  return (
    el(
      'g',
      { color: c.edge, stroke: c.deep, 'stroke-linecap': 'round' },
      sheet.use(id, { rotate }, { fill }),
    ) + sheet.use(anemoneHeart(sheet, rng), { rotate })
  )
}

/** One narrow ray of a daisy, radius 100. */
function ray(sheet: Sheet, i: number, rng: Rng): string {
  return sheet.part(`daisy-ray${i}`, () => {
    const w = between(rng, 12, 15)
    const lean = between(rng, -4, 4)
    const right: Point[] = [
      [w * 0.5, -30],
      [w, -62],
      [w * 0.85, -90],
    ]
    const d = smooth(
      [
        [0, -12],
        ...right,
        [lean + 4, -100],
        [lean - 1, -96],
        [lean - 6, -100],
        ...right.map(([x, y]): Point => [-x, y]).reverse(),
      ],
      true,
    )
    return (
      el('path', { d, 'stroke-width': 2.4, 'stroke-opacity': '.3', 'paint-order': 'stroke' }) +
      el('path', {
        d: `M${lean * 0.3 - 4} -34Q-5 -62 ${(lean - 4).toFixed(1)} -88M4 -30Q5.500 -60 ${(lean + 4).toFixed(1)} -90`,
        fill: 'none',
        'stroke-width': 1.2,
        'stroke-opacity': '.28',
      })
    )
  })
}

/** A daisy of radius 100 around the origin. */
export function daisy(sheet: Sheet, tone: PetalTone, variant: number, rotate: number, rng: Rng): string {
  const c = petals[tone]
  const cut = [0, 1, 2, 3].map((i) => ray(sheet, i, rng))
  const id = sheet.part(`daisy${variant}`, () =>
    Array.from({ length: 27 }, (_, i) => {
      const scale = i < 15 ? between(rng, 0.93, 1.02) : between(rng, 0.8, 0.92)
      const turn = i < 15 ? i * 24 * 7 : 12 + i * 30 * 5
      return sheet.use(pick(rng, cut), { rotate: (turn + between(rng, -5, 5)) % 360, scale })
    }).join(''),
  )
  const fill = sheet.radial(`daisy-${tone}`, 100, [
    [0.2, c.deep],
    [0.5, c.light],
    [1, c.edge],
  ])
  return (
    el('g', { stroke: c.shadow, 'stroke-linecap': 'round' }, sheet.use(id, { rotate }, { fill })) +
    sheet.use(daisyHeart(sheet), {})
  )
}

/** A butter-coloured drumstick (craspedia) of radius 100. */
export function drumstick(sheet: Sheet): string {
  const c = petals.butter
  return sheet.part('drumstick', () => {
    const ball = sheet.radial(
      'drumstick-ball',
      100,
      [
        [0, c.edge],
        [0.4, c.light],
        [0.72, c.mid],
        [0.95, c.deep],
        [1, '#a5691f'],
      ],
      { cx: -30, cy: -36, r: 140 },
    )
    const florets = Array.from({ length: 90 }, (_, i) => {
      const k = Math.sqrt((i + 0.5) / 90)
      const [x, y] = polar(i * 137.5, 94 * Math.sin((k * Math.PI) / 2))
      return el('circle', { cx: x, cy: y, r: 8 * Math.cos(k * 1.2) + 1.5 })
    }).join('')
    return (
      el('circle', { r: 100, fill: ball }) +
      el(
        'g',
        { fill: c.edge, 'fill-opacity': '.35', stroke: c.deep, 'stroke-width': 2.2, 'stroke-opacity': '.5' },
        florets,
      )
    )
  })
}
