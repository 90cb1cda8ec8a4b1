import { addEffects, type Draft, endDanger, mayHappen, Refused, shopOrderWith } from './draft.ts'
import { cancel } from './promise.ts'
import { openQuestion, orderAndShop, type ShopOrder, type Substitution } from './state.ts'
import {
  mayBeSubstituted,
  OUTCOME_OF_ANSWER,
  questionDeadline,
  type SubstitutionAnswer,
} from './substitution.ts'
import type { SubstitutionPreference } from './substitution-preference.ts'

// A florist misses a flower. By the wish of its buyer the florist chooses another one, the buyer is asked, or the order ends.

export type Substitute = {
  type: 'substitute'
  shopOrderId: string
  substitutionId: string
  /** The flowers that are missing, and those that go in instead, in the florist's words. */
  missing: string
  instead: string
  /** The buyer's wish as the florist was shown it: after another one something else would happen than was said. */
  preference: SubstitutionPreference
  /** The minutes that the market needs to make a bouquet and deliver it. */
  fulfilmentMinutes: number
  /** Of the token in the buyer's link, if they are asked. */
  tokenHash: string
  /** Of the refund, if the buyer wants one. */
  refundId: string
}

/**
 * Records what is missing and what goes in instead. A buyer who wants to be asked is asked, if there is time; one who wants a refund
 * gets all that is left, and the order is cancelled. The same words again change nothing.
 */
export function substitute(draft: Draft, command: Substitute): void {
  const { shopOrderId, missing, instead, preference } = command
  const { order, substitutions } = draft.state
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (isRepeated(substitutions.at(-1), command)) return
  if (openQuestion(draft.state)) throw new Refused('substitution_open')
  if (!mayBeSubstituted({ ...orderAndShop(draft.state, shopOrder), isSample: order.isSample })) {
    throw new Refused('florist_too_late')
  }
  if (order.substitutionPreference !== preference) throw new Refused('substitution_changed')
  const { timeZone } = order
  const data = { ...namesOf(shopOrder), substitutionId: command.substitutionId, missing, instead, preference }
  const now = new Date(draft.at)
  const expiresAt =
    preference === 'ask' ? questionDeadline(order.promisedBy, command.fulfilmentMinutes, now) : null
  if (preference === 'refund') {
    refuseUnless(draft, 'substitution_refunded', shopOrder)
    draft.add({ log: 'substitution_refunded', data })
    addRow(draft, command, { closedAt: draft.at, outcome: 'refunded' })
    end(draft, 'substitution_refunded', command.refundId)
  } else if (expiresAt === null) {
    refuseUnless(draft, 'substituted', shopOrder)
    draft.add({ log: 'substituted', data })
    addRow(draft, command, { closedAt: draft.at, outcome: 'florist' })
    addEffects(draft, 'substituted')
  } else {
    refuseUnless(draft, 'substitution_asked', shopOrder)
    const before = draft.state
    draft.add({ log: 'substitution_asked', data: { ...data, expiresAt, timeZone } })
    addRow(draft, command, { expiresAt, tokenHash: command.tokenHash })
    addEffects(draft, 'substitution_asked', {}, before)
  }
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

function refuseUnless(draft: Draft, event: Parameters<typeof mayHappen>[1], shopOrder: ShopOrder): void {
  if (!mayHappen(draft.state, event, shopOrder)) throw new Refused('florist_too_late')
}

function namesOf({ id: shopOrderId, shopId, shop }: ShopOrder) {
  return { shopOrderId, shopId, shop }
}

function addRow(
  draft: Draft,
  { substitutionId: id, shopOrderId, missing, instead, preference }: Substitute,
  values: Partial<Pick<Substitution, 'expiresAt' | 'closedAt' | 'outcome'>> & { tokenHash?: string },
): void {
  draft.add({ addSubstitution: { id, shopOrderId, missing, instead, preference, ...values } })
}

export type AnswerSubstitution = {
  type: 'answer_substitution'
  substitutionId: string
  answer: SubstitutionAnswer
  refundId: string
}

/** The buyer answers a florist's question, once. With a no the order is cancelled and refunded. */
export function answerSubstitution(draft: Draft, command: AnswerSubstitution): void {
  const { answer, refundId } = command
  const open = openQuestion(draft.state)
  if (open?.id !== command.substitutionId) throw new Refused('substitution_closed')
  const event = answer === 'yes' ? 'substitution_agreed' : 'substitution_declined'
  if (!mayHappen(draft.state, event)) throw new Refused('substitution_closed')
  const before = draft.state
  draft.add({ log: 'substitution_answered', data: { ...partsOf(open), answer } })
  draft.add({ setSubstitution: open.id, values: { closedAt: draft.at, outcome: OUTCOME_OF_ANSWER[answer] } })
  if (event === 'substitution_declined') end(draft, event, refundId)
  else addEffects(draft, event, aboutIt(open), before)
}

export type ExpireSubstitution = { type: 'expire_substitution' }

/** Nobody answered in time: the florist goes ahead. Nothing while there is time, or without a question. */
export function expireSubstitution(draft: Draft, _: ExpireSubstitution): void {
  const open = openQuestion(draft.state)
  if (!open?.expiresAt || open.expiresAt > draft.at || !mayHappen(draft.state, 'substitution_silent')) return
  const before = draft.state
  draft.add({ log: 'substitution_silent', data: partsOf(open) })
  draft.add({ setSubstitution: open.id, values: { closedAt: draft.at, outcome: 'silent' } })
  addEffects(draft, 'substitution_silent', aboutIt(open), before)
}

export type FindFlowers = { type: 'find_flowers'; shopOrderId: string }

/** The florist has found the flowers after all: the question is taken back. Nothing without one. */
export function findFlowers(draft: Draft, { shopOrderId }: FindFlowers): void {
  const open = openQuestion(draft.state)
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (open?.shopOrderId !== shopOrderId || !mayHappen(draft.state, 'flowers_found', shopOrder)) return
  const before = draft.state
  draft.add({ log: 'flowers_found', data: { ...namesOf(shopOrder), ...partsOf(open) } })
  draft.add({ setSubstitution: open.id, values: { closedAt: draft.at, outcome: 'found' } })
  addEffects(draft, 'flowers_found', {}, before)
}

const partsOf = ({ id: substitutionId, missing, instead }: Substitution) => ({
  substitutionId,
  missing,
  instead,
})

/** The email to the florist names its link; this is the answer that it brings. */
const aboutIt = ({ id: substitutionId }: Substitution) => ({
  'florist-substitution': { payload: { substitutionId } },
})

/**
 * Cancels the order with a refund of all that is left. The florist's link stays open: it says not to make the bouquet to the florist
 * who looks at it at this moment.
 */
function end(draft: Draft, event: 'substitution_declined' | 'substitution_refunded', refundId: string): void {
  const last = draft.state.substitutions.at(-1)
  const isAnswer = event === 'substitution_declined'
  const refund = {
    id: refundId,
    idempotencyKey: `substitution:${last?.id}`,
    reason: isAnswer ? 'Said no to other flowers' : 'A flower was missing',
  }
  const payload = { substitution: { missing: last?.missing, instead: last?.instead, isAnswer } }
  cancel(draft, event, refund, { payload, keepsLink: true })
  endDanger(draft)
}
