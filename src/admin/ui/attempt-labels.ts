import { ANY_READER } from '#domain/dates.ts'
import { DELIVERY_OUTCOMES, NEXT_STEPS, nextStepText, OUTCOME_RULES } from '#domain/delivery-attempts.ts'
import { type Data, dataOf, type FieldChange, text, textOf } from './event-data.ts'

// Visits at the door in an order's log.

/** How a visit at the door ended. */
export function outcomeOf({ outcome }: Data): string | undefined {
  const known = DELIVERY_OUTCOMES.find((each) => each === outcome)
  return known && OUTCOME_RULES[known].label
}

/** The next step of an outcome, by the clock of the order's market. */
export function nextStepOf(outcome: Data, { timeZone }: Data): string | undefined {
  const nextStep = NEXT_STEPS.find((each) => each === outcome['nextStep'])
  const zone = typeof timeZone === 'string' ? timeZone : 'UTC'
  return (
    (nextStep && nextStepText({ nextStep, nextAt: textOf(outcome['nextAt']) }, zone, ANY_READER)) ?? undefined
  )
}

/** The fields of an outcome that differ. */
export function correctionOf(data: Data): FieldChange[] {
  const [before, after] = [dataOf(data['before']), dataOf(data['after'])]
  const changes = [
    { field: 'outcome', before: outcomeOf(before), after: outcomeOf(after) },
    { field: 'name', before: text(before, 'name'), after: text(after, 'name') },
    { field: 'nextStep', before: nextStepOf(before, data), after: nextStepOf(after, data) },
  ]
  return changes
    .filter((change) => change.before !== change.after)
    .map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null }))
}
