import type { Draft } from './draft.ts'
import { mayHappen } from './may.ts'
import { cancelWith } from './promise.ts'
import type { OrderState } from './state.ts'

export type Block = { type: 'block'; refundId: string; refundKey: string }

/** Ends an order that its recipient does not want, and gives back all that is left of the payment; nothing once it is over. */
export function block(draft: Draft, { refundId: id, refundKey: idempotencyKey }: Block): void {
  if (!mayHappen(draft.state, 'blocked')) return
  const reason = 'The recipient wants no flowers'
  draft.happen('blocked', cancelWith(draft, { id, idempotencyKey, reason }), undefined)
}

/** True if a block has ended the order: its buyer is not shown its address again. */
export function wasBlocked({ log }: Pick<OrderState, 'log'>): boolean {
  return log.some(({ kind }) => kind === 'blocked')
}

export type NoteBlockedAttempts = { type: 'note_blocked_attempts'; attempts: number }

/** Says at the order by whose card a block was made how often it has refused others. */
export function noteBlockedAttempts(draft: Draft, { attempts }: NoteBlockedAttempts): void {
  draft.happen('blocked_again', { attempts }, undefined, { by: { actor: 'system' } })
}
