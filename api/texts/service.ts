import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { answerShopOrder } from '#api/florist-portal/service.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { markDelivery } from '#api/platform/outbox/receive-mail-event.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { allowTexts, phoneHash, stopTexts } from '#api/platform/outbox/text-stops.ts'
import { counterOf, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import type { ReceivedText, TextDelivery, TextEvent } from '#api/platform/texts/texts.ts'
import { readTextAnswer, type TextAnswer } from '#domain/text-answers.ts'
import { messageOf, noteTextEvent, type Offer, offersOf, replyStatement } from './queries.ts'
import { REPLIES } from './replies.ts'

type TextOutcome =
  | 'recorded'
  | 'unknown_message'
  | 'duplicate'
  | 'ignored'
  | 'stopped'
  | 'started'
  | 'answered'
  | 'replied'

/** So long the answer to a sending may be on its way while the report of its delivery is here. */
const ANSWER_WITHIN_MS = 10 * 60_000
const A_DAY = 24 * 60 * 60
/** Whoever asks is told more than once; another machine that answers ours is not. */
const HELP_ASKED_FOR = { max: 5, seconds: A_DAY }
const HELP_UNASKED = { max: 1, seconds: A_DAY }

const US_NUMBER = /^\+1[2-9]\d{9}$/

/**
 * Acts on a verified event of the text provider, once. Events may come twice, in any order, and about texts that this shop does
 * not know.
 * @throws AppError `not_found` for a report about a text of which we do not know yet: it is sent again
 */
export async function receiveTextEvent(deps: Deps, event: TextEvent): Promise<TextOutcome> {
  if (event.kind === 'other') return 'ignored'
  const outcome = await (event.kind === 'delivery' ? receiveDelivery(deps, event) : receiveText(deps, event))
  deps.log('info', 'text_event', { eventId: event.id, type: event.kind, outcome })
  return outcome
}

async function receiveDelivery(deps: Deps, event: TextDelivery): Promise<TextOutcome> {
  const { db, clock } = deps
  const now = clock.now()
  const messageId = await messageOf(db, event.providerMessageId)
  if (messageId !== null) {
    const marked = markDelivery(db, messageId, event, now.toISOString())
    return once(deps, { ...event, kind: 'delivery' }, 'recorded', () => [marked])
  }
  if (now.getTime() - Date.parse(event.at) < ANSWER_WITHIN_MS) throw new AppError('not_found')
  return once(deps, { ...event, kind: 'delivery' }, 'unknown_message', () => [])
}

/** Acts on what somebody texted us: STOP, START and HELP from everybody, yes and no from the florists we ask. */
export async function receiveText(deps: Deps, event: ReceivedText): Promise<TextOutcome> {
  const { db } = deps
  const answer = readTextAnswer(event.text)
  const about = { ...event, kind: 'received' } as const
  // Companies' short numbers, and machines of other countries.
  if (!US_NUMBER.test(event.from)) return 'ignored'
  // The provider confirms both by itself, and would let no text of ours through after STOP.
  if (answer === 'stop' || answer === 'start') {
    const [outcome, change] =
      answer === 'stop' ? (['stopped', stopTexts] as const) : (['started', allowTexts] as const)
    return once(deps, about, outcome, () => change(db, phoneHash(event.from), event.at))
  }
  if (answer === 'help') return help(deps, event, HELP_ASKED_FOR)
  const offers = await offersOf(db, event.from, event.at)
  if (offers === null) return help(deps, event, HELP_UNASKED)
  return answerOffer(deps, event, answer, offers)
}

type YesOrNo = Exclude<TextAnswer, 'stop' | 'start' | 'help'>

/** Acts on what a florist wrote. */
async function answerOffer(
  deps: Deps,
  event: ReceivedText,
  given: YesOrNo,
  offers: readonly Offer[],
): Promise<TextOutcome> {
  const names = offers.filter(({ waits }) => waits).map(({ name }) => name)
  if (given === null)
    return names.length > 0 ? reply(deps, event, REPLIES.which(names)) : help(deps, event, HELP_UNASKED)
  const { answer, order } = typeof given === 'string' ? { answer: given, order: null } : given
  const meant = order === null ? offers : offers.filter(({ name }) => name === order)
  const [offer, ...others] = meant
  if (offer && others.length === 0) return giveAnswer(deps, event, offer, answer)
  if (order !== null) return reply(deps, event, REPLIES.unknownOrder(order, names))
  return reply(deps, event, names.length > 0 ? REPLIES.which(names) : REPLIES.nothingWaits())
}

async function giveAnswer(
  deps: Deps,
  event: ReceivedText,
  { shopOrderId, name }: Offer,
  answer: 'yes' | 'no',
): Promise<TextOutcome> {
  const { db, clock } = deps
  const isYes = answer === 'yes'
  const text = isYes ? REPLIES.accepted(name) : REPLIES.declined(name)
  const also = () => {
    const at = clock.now().toISOString()
    return [
      noteTextEvent(db, { ...event, kind: 'received' }, 'answered', at),
      replyStatement(db, event.from, text, event.id, at),
    ]
  }
  try {
    await answerShopOrder(deps, shopOrderId, isYes ? 'accept' : 'reject', also)
  } catch (error) {
    if (isRepeat(error)) return 'duplicate'
    if (error instanceof AppError && error.code === 'florist_too_late') {
      return reply(deps, event, REPLIES.tooLate(name))
    }
    throw error
  }
  deps.waitUntil(sendDue(deps))
  return 'answered'
}

/** Answers who asks, or who wrote what we cannot read. */
function help(deps: Deps, event: ReceivedText, limit: typeof HELP_UNASKED): Promise<TextOutcome> {
  const { db, clock } = deps
  const counter = counterOf('text-help', event.from, clock.now(), limit)
  return once(deps, { ...event, kind: 'received' }, 'replied', (at) => [
    replyStatement(db, event.from, REPLIES.help(), event.id, at, isBelowLimit(counter)),
    incrementCounter(db, counter),
  ])
}

function reply(deps: Deps, event: ReceivedText, text: string): Promise<TextOutcome> {
  const { db } = deps
  return once(deps, { ...event, kind: 'received' }, 'replied', (at) => [
    replyStatement(db, event.from, text, event.id, at),
  ])
}

/** Writes what an event leads to, unless it was acted on before. */
async function once(
  deps: Deps,
  event: { id: string; kind: string },
  outcome: TextOutcome,
  statements: (at: string) => readonly Statement[],
): Promise<TextOutcome> {
  const { db, clock } = deps
  const at = clock.now().toISOString()
  try {
    await db.batch([noteTextEvent(db, event, outcome, at), ...statements(at)])
  } catch (error) {
    if (isRepeat(error)) return 'duplicate'
    throw error
  }
  if (outcome === 'replied') deps.waitUntil(sendDue(deps))
  return outcome
}

const isRepeat = (error: unknown) => isUniqueViolation(error, 'provider_events.id')
