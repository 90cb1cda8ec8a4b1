import { findPhrases, type Mark } from './phrases.ts'
import { hasStep, STEPS, type StepId } from './steps.ts'

export type Report = {
  /** The text as the shop would store it: places of marks are places in it. */
  text: string
  marks: Mark[]
  /** The steps of the Apology Playbook that the text takes. */
  steps: ReadonlySet<StepId>
  /** The level on the Mess-Up Index, 1 (nothing to mend) to 10. */
  level: number
}

/** Looks an apology over: which phrases undo it, which of the four steps it takes, and how bad it is. */
export function checkApology(typed: string): Report {
  const { text, spoken, marks } = findPhrases(typed)
  const steps = new Set(STEPS.filter(({ id }) => hasStep(id, spoken, marks)).map(({ id }) => id))
  return { text, marks, steps, level: levelOf(marks, steps) }
}

function levelOf(marks: readonly Mark[], steps: ReadonlySet<StepId>): number {
  // The same mistake twice is one mistake with a history.
  const rules = new Set(marks.map(({ rule }) => rule))
  const phrases = [...rules].reduce((sum, { points }) => sum + points, 0)
  const missing = STEPS.reduce((sum, { id, points }) => sum + (steps.has(id) ? 0 : points), 0)
  return Math.min(10, 1 + phrases + missing)
}
