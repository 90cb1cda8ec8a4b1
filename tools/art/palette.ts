import type { Sheet } from './svg.ts'

/** The tones of one kind of petal, from the depth of the flower to the edge of the petal. */
export type Tones = {
  readonly shadow: string
  readonly deep: string
  readonly mid: string
  readonly light: string
  readonly edge: string
}

/** Petal tones by name. */
export const petals = {
  rose: { shadow: '#4a0a1c', deep: '#7f1730', mid: '#b3273f', light: '#cf4458', edge: '#ea8a92' },
  wine: { shadow: '#36081a', deep: '#5c1029', mid: '#8a1b38', light: '#a83450', edge: '#cf6f82' },
  pink: { shadow: '#7a1f36', deep: '#b8475d', mid: '#d9707f', light: '#eb9da4', edge: '#fad3d3' },
  blush: { shadow: '#8f4453', deep: '#d4848e', mid: '#eab2b6', light: '#f6d3d3', edge: '#fff1ee' },
  apricot: { shadow: '#8e4a2c', deep: '#d88558', mid: '#efae7f', light: '#f8cfa6', edge: '#fff0da' },
  butter: { shadow: '#8a5a17', deep: '#d3973a', mid: '#eebc58', light: '#f7d98c', edge: '#fff4d0' },
  cream: { shadow: '#86694f', deep: '#d3b48c', mid: '#eedcbc', light: '#f9efda', edge: '#fffdf6' },
  /** Not painted yet: pencil on paper. */
  pencil: { shadow: '#a8737d', deep: '#ecd9d2', mid: '#f6e9e2', light: '#fcf5f0', edge: '#fffdfb' },
} as const satisfies Record<string, Tones>

export type PetalTone = keyof typeof petals

/** Leaf tones: body, shaded half, light, vein. */
export const leaves = {
  stem: { body: '#2f5d4a', shade: '#234839', light: '#5a8a6d', vein: '#7fa98b' },
  deep: { body: '#234a3b', shade: '#193629', light: '#3d6c54', vein: '#5d8a70' },
  sage: { body: '#7d9f8b', shade: '#638874', light: '#a9c4b2', vein: '#c9dccd' },
  silver: { body: '#9db8a9', shade: '#82a192', light: '#c3d5c9', vein: '#dde8df' },
  pencil: { body: '#e6e9df', shade: '#d3dacd', light: '#f4f5ef', vein: '#a9b8a6' },
  olive: { body: '#6f8453', shade: '#586b40', light: '#98aa74', vein: '#bccb98' },
} as const

export type LeafTone = keyof typeof leaves

/** A colour between two, `t` from 0 to 1. */
export function mix(from: string, to: string, t: number): string {
  const part = (hex: string, i: number) => Number.parseInt(hex.slice(i, i + 2), 16)
  const channel = (i: number) => Math.round(part(from, i) + (part(to, i) - part(from, i)) * t)
  return `#${[1, 3, 5].map((i) => channel(i).toString(16).padStart(2, '0')).join('')}`
}

/** The radial gradient of one layer of petals (radius 100): 0 is the outer layer, 1 the heart. */
export function petalFill(sheet: Sheet, tone: PetalTone, depth: number): string {
  const c = petals[tone]
  const d = Math.round(depth * 10)
  return sheet.radial(`${tone}${d}`, 100, [
    [0.3, mix(c.deep, c.shadow, 0.25 + depth * 0.45)],
    [0.66, mix(c.deep, c.shadow, depth * 0.25)],
    [0.82, mix(c.mid, c.deep, depth * 0.45)],
    [0.94, mix(c.light, c.mid, 0.1 + depth * 0.6)],
    [1, mix(c.edge, c.light, 0.45 + depth * 0.4)],
  ])
}
