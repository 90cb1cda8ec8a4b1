import * as z from 'zod/mini'
import { choiceLink, feeRefundOf, readOffer } from '#api/broken-promises/service.ts'
import type { Deps } from '#api/deps.ts'
import { manageAddress } from '#api/orders/manage-link.ts'
import { readState } from '#api/orders/state-queries.ts'
import { LinkKeyMissing } from '#api/platform/mail/mail.ts'
import type { Rendered } from '#api/platform/mail/render.tsx'
import type { ChoiceMessage, OutboxRow } from '#api/platform/outbox/outbox.ts'
import { isAwaited } from '#domain/order/fulfilment.ts'
import { orderAndShop } from '#domain/order/state.ts'
import { choiceAnswered, choiceClosed, promiseChoice } from './choice-news.tsx'

const ofChoice = z.object({ choiceId: z.string() })

/**
 * Renders an email about a promise in danger. The link's token is derived here; it is not stored.
 * @returns null when it is not so any more: the choice is closed before it was sent, the order is over or called off
 * @throws LinkKeyMissing when the key that the link was made with was removed
 */
export async function choiceContent(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  kind: ChoiceMessage,
  row: OutboxRow,
): Promise<Rendered | null> {
  const { origin } = config
  if (row.orderId === null) return null
  const { state } = await readState(db, row.orderId)
  const { choiceId } = ofChoice.parse(row.payload)
  const choice = state?.choices.find(({ id }) => id === choiceId)
  if (!choice || !state?.item || !isAwaited(state.order)) return null
  const { order, item } = state
  const manageUrl = await manageAddress(config, order)
  const mail = { order, item, manageUrl, assignment: orderAndShop(state).assignment }
  const found = { ...state, choice }
  switch (kind) {
    case 'promise-choice': {
      if (choice.closedAt !== null || choice.expiresAt === null) return null
      const link = await choiceLink(config, order, choice)
      if (!link) throw new LinkKeyMissing()
      const offer = await readOffer({ db }, found, clock.now())
      const { expiresAt } = choice
      return promiseChoice({ ...mail, offer, expiresAt }, link, origin)
    }
    case 'choice-answered': {
      const { outcome } = choice
      if (outcome !== 'wait' && outcome !== 'day') return null
      return choiceAnswered({ ...mail, answer: outcome, feeRefundCents: feeRefundOf(found) }, origin)
    }
    case 'choice-closed':
      // A buyer who was not asked gets no message that the danger is over.
      return state.messages.some(
        ({ dedupeKey, tried }) => tried && dedupeKey === `promise-choice:${choice.id}`,
      )
        ? choiceClosed(mail, origin)
        : null
  }
}
