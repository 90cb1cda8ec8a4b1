import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type Applied, applyToOrder } from '#api/orders/apply.ts'
import { askingTokens, type BuyersLinks } from '#api/orders/manage-link.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { toShownPhotos } from '#api/photos/service.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { sha256 } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishNewRefunds } from '#api/refunds/finish.ts'
import { publicImage } from '#domain/catalogue.ts'
import { refundLimit } from '#domain/disputes.ts'
import { photosOfSubstitution, photosShownUntil } from '#domain/order/photo.ts'
import { refundableNow } from '#domain/order/promise.ts'
import type { AnswerSubstitution } from '#domain/order/substitute.ts'
import { OUTCOME_OF_ANSWER, type SubstitutionOutcome } from '#domain/order/substitution.ts'
import { refundSummary, requestedCentsOf } from '#domain/refunds.ts'
import { expiredQuestions } from './queries.ts'
import type { SubstitutionAnswerRequest } from './schema.ts'

// A buyer is asked about flowers that a florist misses: link, page, answer, and the end of a question that nobody answers. The rules are
// in domain/order/substitute.ts.

type StoredSubstitution = StoredOrder['substitutions'][number]

const linkUnknown = () => new AppError('link_unknown')

/**
 * The link of a question; null if nobody was asked, or its key was removed. The page works without JavaScript, so the token is in the
 * query.
 */
export async function questionLink(
  config: Deps['config'],
  order: BuyersLinks,
  { id, tokenHash }: Pick<StoredSubstitution, 'id' | 'tokenHash'>,
): Promise<string | null> {
  if (tokenHash === null) return null
  const issued = (await askingTokens(config, order, 'substitution', id)).find(
    ({ hash }) => hash === tokenHash,
  )
  return issued ? `${config.origin}/substitution?token=${issued.token}` : null
}

/** @throws AppError `link_unknown` */
function substitutionWithToken({ substitutions }: StoredOrder, tokenHash: string): StoredSubstitution {
  const found = substitutions.find((each) => each.tokenHash === tokenHash)
  if (!found) throw linkUnknown()
  return found
}

/**
 * The page behind a question's link: the question, or how it ended.
 * @throws AppError `link_unknown`
 */
export async function substitutionOf(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  token: string,
) {
  const tokenHash = await sha256(token)
  const { state } = await readState(db, { substitutionToken: tokenHash })
  if (!state?.item) throw linkUnknown()
  const { order, item, refunds, disputes } = state
  const substitution = substitutionWithToken(state, tokenHash)
  const { missing, instead, expiresAt, outcome } = substitution
  const now = clock.now()
  const isShown = photosShownUntil(state, now.toISOString()) > now.toISOString()
  const photos = isShown ? photosOfSubstitution(state, substitution) : []
  return {
    reference: order.orderReference,
    bouquet: item.title,
    imageUrl: publicImage(item, config.origin),
    timeZone: order.timeZone,
    promisedBy: order.promisedBy,
    missing,
    instead,
    expiresAt,
    outcome,
    /** Of what goes in instead. */
    photos: await toShownPhotos({ config }, order, photos, now),
    /** The amount that a no gives back; 0 while the bank decides about the money, or when it is on its way already. */
    refundCents: refundableNow(state),
    isDisputed: refundLimit(disputes) === 'none',
    refund: refundSummary(order, requestedCentsOf(refunds)),
  }
}

export type SubstitutionQuestion = Awaited<ReturnType<typeof substitutionOf>>

/** The reply to an answer that comes after another end of the question. */
const ENDED: Readonly<Record<SubstitutionOutcome, string>> = {
  agreed: 'You said yes already, and your florist has gone ahead. Please call us if that was a mistake.',
  declined: 'You said no already, and the order was cancelled.',
  silent: 'The time to answer was over, and your florist has gone ahead.',
  found: 'Your florist found the flowers after all. There is nothing to answer any more.',
  over: 'Your order has moved on since we asked. Nothing was changed.',
  florist: 'There is nothing to answer. Nothing was changed.',
  refunded: 'This order was cancelled. Nothing was changed.',
}

/**
 * The buyer answers, once. The same answer again changes nothing. With a no the order is cancelled and refunded.
 * @throws AppError `link_unknown`; `substitution_closed` when something else was answered, or there is nothing to answer any more;
 *   `edit_conflict`
 */
export async function answerSubstitution(
  deps: Deps,
  { token, answer }: SubstitutionAnswerRequest,
): Promise<void> {
  const substitutionToken = await sha256(token)
  const applied = await applyToOrder(
    deps,
    { substitutionToken },
    (state): AnswerSubstitution | null => {
      const { id, outcome } = substitutionWithToken(state, substitutionToken)
      if (outcome === OUTCOME_OF_ANSWER[answer]) return null
      if (outcome !== null) throw new AppError('substitution_closed', { message: ENDED[outcome] })
      const refundId = crypto.randomUUID()
      return { type: 'answer_substitution', substitutionId: id, answer, refundId }
    },
    { actor: 'shopper' },
    { notFound: linkUnknown },
  )
  if (applied.changed) deps.waitUntil(finish(deps, applied))
}

/** Florist and buyer are written to, and the provider is asked for a refund. Should this be cut short, the scheduled run does it. */
export async function finish(deps: Deps, applied: Applied): Promise<void> {
  // First: the florist waits for the answer.
  await sendDue(deps)
  await finishNewRefunds(deps, applied, 'buyer')
  await sendDue(deps)
}

/** Ends the questions that nobody has answered in time: their florists go ahead. */
export async function endExpiredQuestions(deps: Deps): Promise<void> {
  const details = { job: 'endExpiredQuestions' }
  for (const { orderId } of await expiredQuestions(deps.db, deps.clock.now().toISOString())) {
    await runLoggingFailure(deps, 'substitution_job_failed', details, async () => {
      await applyToOrder(deps, orderId, { type: 'expire_substitution' }, { actor: 'system' })
    })
  }
}
