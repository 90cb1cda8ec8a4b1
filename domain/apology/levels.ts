/** The levels of the Mess-Up Index in its words (content/learn/mess-up-index.mdx, which a test compares). */
export const LEVELS: Readonly<Record<number, string>> = {
  10: 'You missed the thing that happens once',
  9: 'You broke something they trusted you with',
  8: 'You forgot the day',
  7: 'You were careless out loud',
  6: 'you were late and did not say so',
  5: 'you finished the thing in the fridge that had a name on it',
  4: 'the message you forgot to pass on',
  3: 'the thermostat',
  2: 'the tone in which you discussed the thermostat',
  1: 'an apology for something you have apologized for already',
}

/** A sentence about what an apology of each level does to the one who gets it. */
export function verdict(level: number): string {
  if (level === 1) return 'Nothing here undoes it. Say it, and then stop.'
  const name = LEVELS[level] ?? ''
  if (level < 7) return `Sent like this, it adds a small one of its own, about as bad as ${name}.`
  return `Sent like this, it is a mess-up of its own: “${name}.”`
}
