const petals = (count: number) => 'c5 4 5 12 0 16-5-4-5-12 0-16zm18 0'.repeat(count)

/** The paths of the meter that draws a level in petals out of ten, in a box of 180 × 18: the filled ones, then the others. */
export function meterPaths(level: number): [filled: string, empty: string] {
  return [`M9 1${petals(level)}`, `M${9 + 18 * level} 1${petals(10 - level)}`]
}

/** The meter in words. */
export function meterLabel(level: number | string): string {
  return `Mess-up level ${level} of 10`
}
