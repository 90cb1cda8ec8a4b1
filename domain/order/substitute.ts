import { type Draft, namesOf, shopOrderWith } from './draft.ts'
import { mayHappen } from './may.ts'
import { cancelWith } from './promise.ts'
import { type MarketTimes, QUESTIONS } from './questions.ts'
import { Refused } from './refused.ts'
import { openQuestion, type Substitution } from './state.ts'
import type { SubstitutionPreference } from './substitution-preference.ts'

// A florist is out of a flower. By the wish of the buyer the florist chooses another one, the buyer is asked, or the order ends.

export type Substitute = {
  type: 'substitute'
  shopOrderId: string
  substitutionId: string
  /** The flowers that are missing, and those that go in instead, in the florist's words. */
  missing: string
  instead: string
  /** The buyer's wish as the florist was shown it: after another one something else would happen than was said. */
  preference: SubstitutionPreference
  times: MarketTimes
  /** The hash of the token in the buyer's link, if they are asked. */
  tokenHash: string
  /** The id of the refund, if the buyer wants one. */
  refundId: string
}

/**
 * Records what is missing and what goes in instead. A buyer who wants to be asked is asked, if there is time; one who wants a refund
 * gets all that is left, and the order is cancelled. The same words again change nothing.
 */
export function substitute(draft: Draft, command: Substitute): void {
  const { shopOrderId, missing, instead, preference, substitutionId, tokenHash } = command
  const { order, substitutions } = draft.state
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (isRepeated(substitutions.at(-1), command)) return
  if (openQuestion(draft.state)) throw new Refused('substitution_open')
  if (!mayHappen(draft.state, 'substituted', shopOrder)) throw new Refused('florist_too_late')
  if (order.substitutionPreference !== preference) throw new Refused('substitution_changed')
  const data = { ...namesOf(shopOrder), substitutionId, missing, instead, preference }
  const { promisedBy, timeZone } = order
  const times = { ...command.times, promisedBy, now: new Date(draft.at) }
  const expiresAt = preference === 'ask' ? QUESTIONS.substitution.deadline(times) : null
  if (preference === 'refund') {
    const idempotencyKey = `substitution:${substitutionId}`
    const refund = { id: command.refundId, idempotencyKey, reason: 'A flower was missing' }
    const ended = cancelWith(draft, refund)
    draft.happen('substitution_refunded', { ...data, ...ended }, undefined)
  } else if (expiresAt === null) draft.happen('substituted', data, undefined)
  else draft.happen('substitution_asked', { ...data, expiresAt, timeZone }, { tokenHash })
}

/** A second tap, or an answer that got lost on its way back. What was taken back may be said again. */
function isRepeated(last: Substitution | undefined, said: Substitute): boolean {
  return (
    last?.shopOrderId === said.shopOrderId &&
    last.missing === said.missing &&
    last.instead === said.instead &&
    last.outcome !== 'found' &&
    last.outcome !== 'over'
  )
}

export type FindFlowers = { type: 'find_flowers'; shopOrderId: string }

/** The florist has found the flowers after all: the question is taken back. Nothing without one. */
export function findFlowers(draft: Draft, { shopOrderId }: FindFlowers): void {
  const open = openQuestion(draft.state)
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (open?.shopOrderId !== shopOrderId || !mayHappen(draft.state, 'flowers_found', shopOrder)) return
  draft.happen('flowers_found', { ...namesOf(shopOrder), ...flowersOf(open) }, undefined)
}

/** The flowers of a substitution, as its events have them. */
export const flowersOf = ({ id: substitutionId, missing, instead }: Substitution) => ({
  substitutionId,
  missing,
  instead,
})
