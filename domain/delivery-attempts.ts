import { formatMarketTime, formatOrderTimeFrom, isSameDay } from './dates.ts'
import { SITE } from './site.ts'
import { countCharacters } from './text.ts'

// Delivery attempts: each time that somebody was at the door with the flowers, and the outcome.

type OutcomeRule = {
  /** The outcome's name, for staff and florists. */
  label: string
  /** `needed`: it says nothing without one. */
  name: 'needed' | 'optional' | 'none'
}

const OUTCOMES = {
  recipient: { label: 'Handed to the recipient', name: 'none' },
  someone: { label: 'Someone there took it', name: 'needed' },
  front_desk: { label: 'Front desk', name: 'optional' },
  neighbor: { label: 'Neighbor', name: 'optional' },
  left_at_door: { label: 'Left at the door', name: 'none' },
  nobody: { label: 'Nobody there', name: 'none' },
} as const satisfies Record<string, OutcomeRule>

export type DeliveryOutcome = keyof typeof OUTCOMES
export const DELIVERY_OUTCOMES = Object.keys(OUTCOMES) as [DeliveryOutcome, ...DeliveryOutcome[]]
export const OUTCOME_RULES: Readonly<Record<DeliveryOutcome, OutcomeRule>> = OUTCOMES

/** The outcomes that have a name, for a rule of the database. */
export const OUTCOMES_WITH_NAME = DELIVERY_OUTCOMES.filter(
  (outcome) => OUTCOME_RULES[outcome].name !== 'none',
)

/** The next steps when nobody was there. */
export const NEXT_STEPS = ['second_attempt', 'at_shop', 'ask_sender'] as const
export type DeliveryNextStep = (typeof NEXT_STEPS)[number]

export const NEXT_STEP_LABELS: Readonly<Record<DeliveryNextStep, string>> = {
  second_attempt: 'Second attempt',
  at_shop: 'Back at the shop, to be collected',
  ask_sender: 'Ask the sender what to do',
}

/** Who reported an attempt; a courier may be one of them one day. */
export const ATTEMPT_SOURCES = ['florist', 'admin'] as const
export type AttemptSource = (typeof ATTEMPT_SOURCES)[number]

export const ATTEMPT_NAME_MAX = 100
/** A second attempt is made within as many days. */
export const SECOND_ATTEMPT_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** An attempt as it was told. `nextAt`: ISO instant by which the second attempt is made. */
export type Outcome = {
  outcome: DeliveryOutcome
  name: string | null
  nextStep: DeliveryNextStep | null
  nextAt: string | null
}

export const WHO_HAS_THEM = 'Please say who has the flowers now.'

/** The field of an outcome that breaks a rule, and the message about it. */
export type OutcomeProblem = { path: 'name' | 'nextStep' | 'nextAt'; message: string }

/** Lists what is wrong with an outcome as it was filled in, empty when nothing is; `nextAt` may be any text that stands for a time. */
export function outcomeProblems({ outcome, name, nextStep, nextAt }: Outcome): OutcomeProblem[] {
  const { name: rule } = OUTCOME_RULES[outcome]
  const problems: OutcomeProblem[] = []
  const add = (path: OutcomeProblem['path'], message: string) => problems.push({ path, message })
  if (rule === 'needed' && name === null) add('name', 'Please say who took them')
  if (rule === 'none' && name !== null) add('name', 'This outcome has no name')
  if (name !== null && countCharacters(name) > ATTEMPT_NAME_MAX) {
    add('name', `Please keep this to ${ATTEMPT_NAME_MAX} characters`)
  }
  const isMissed = outcome === 'nobody'
  if (isMissed && nextStep === null) add('nextStep', 'Please say what happens next')
  if (!isMissed && nextStep !== null) add('nextStep', 'Only “Nobody there” has a next step')
  if (nextStep === 'second_attempt' && nextAt === null) add('nextAt', NO_TIME)
  if (nextStep !== 'second_attempt' && nextAt !== null) add('nextAt', 'Only a second attempt has a time')
  return problems
}

const NO_TIME = 'Please enter a date and a time'

/** Says why a second attempt cannot be made by a time; null: it can. @param nextAt null: what was typed is no time */
export function secondAttemptProblem(nextAt: Date | null, now: Date): string | null {
  if (nextAt === null) return NO_TIME
  if (nextAt <= now) return 'Please choose a time that is still to come'
  if (nextAt.getTime() > now.getTime() + SECOND_ATTEMPT_DAYS * DAY_MS) {
    return `Please choose a time within ${SECOND_ATTEMPT_DAYS} days`
  }
  return null
}

/** An attempt as shoppers are told of it. `at`: ISO instant. */
export type ToldAttempt = Outcome & {
  at: string
  /** Where the flowers can be collected: name and address of the shop. */
  shopAddress: string
}

type Reading = {
  /** The market's (IANA). */
  timeZone: string
  now: Date
}

/** Sentences for the shopper: what happened, and what happens next; null: nothing does. */
export function attemptSentences(
  attempt: ToldAttempt,
  reading: Reading,
): { happened: string; next: string | null } {
  const { outcome, name, nextStep } = attempt
  if (outcome === 'nobody') {
    return {
      happened: `Nobody was there ${momentText(attempt.at, 'at', reading)}.`,
      next: nextStep && nextSentence(nextStep, attempt, reading),
    }
  }
  const sentences: Record<Exclude<DeliveryOutcome, 'nobody'>, string> = {
    recipient: 'Handed to the recipient.',
    someone: `${name ?? 'Someone there'} took them in.`,
    front_desk: name === null ? 'Left at the front desk.' : `Left at the front desk, with ${name}.`,
    neighbor: name === null ? 'Left with a neighbor.' : `Left with a neighbor, ${name}.`,
    left_at_door: 'Left at the door.',
  }
  return { happened: sentences[outcome], next: null }
}

function nextSentence(
  step: DeliveryNextStep,
  { nextAt, shopAddress }: ToldAttempt,
  reading: Reading,
): string {
  const sentences: Record<DeliveryNextStep, string> = {
    second_attempt:
      nextAt === null
        ? 'The florist tries again.'
        : `The florist tries again ${momentText(nextAt, 'by', reading)}.`,
    at_shop: `They are back at the shop, at ${shopAddress}, ready to be collected.`,
    ask_sender: `Please tell us what to do: call ${SITE.supportPhone}.`,
  }
  return sentences[step]
}

/** `at 4:10 PM EST`, and of another day `on Tue Jun 4, 4:10 PM EST`. */
function momentText(instant: string, word: 'at' | 'by', { timeZone, now }: Reading): string {
  const isToday = isSameDay(new Date(instant), now, timeZone)
  return `${word === 'at' && !isToday ? 'on' : word} ${formatOrderTimeFrom(instant, timeZone, now)}`
}

/** `Second attempt by Tue Jun 4, 6 PM EST`: the next step as staff read it. @param zone the market's (IANA) */
export function nextStepText(
  { nextStep, nextAt }: Pick<Outcome, 'nextStep' | 'nextAt'>,
  zone: string,
  reader: string | null,
): string | null {
  if (nextStep === null) return null
  if (nextAt === null) return NEXT_STEP_LABELS[nextStep]
  return `${NEXT_STEP_LABELS[nextStep]} by ${formatMarketTime(new Date(nextAt), zone, 'short', reader)}`
}
