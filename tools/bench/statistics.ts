/** The middle of some numbers; of an even count the upper of both. NaN without any. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The smallest of the numbers that `part` (0 to 1) of them do not exceed. NaN without any. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.min(sorted.length - 1, Math.floor(part * sorted.length))
  return sorted[at] ?? Number.NaN
}

/**
 * The first as a multiple of the second: the median of the ratios of each round. What the machine does beside
 * is in both sides of a round.
 */
export function ratio(of: readonly number[], to: readonly number[]): number {
  return median(of.map((value, round) => value / (to[round] ?? Number.NaN)))
}
