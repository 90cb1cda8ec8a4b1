/** A stream of numbers in [0, 1) that depends on nothing but its seed. */
export type Rng = () => number

/** Makes a deterministic stream (mulberry32, seeded by a 32-bit hash of the text). */
export function createRng(seed: string): Rng {
  let state = 2166136261
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A number between `from` and `to`. */
export function between(rng: Rng, from: number, to: number): number {
  return from + (to - from) * rng()
}

/** One of the items; throws on an empty list. */
export function pick<T>(rng: Rng, items: readonly T[]): T {
  const item = items[Math.floor(rng() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
