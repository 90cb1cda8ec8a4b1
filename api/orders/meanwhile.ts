import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { lastEventOf } from './queries.ts'

const DID: Readonly<Record<string, string>> = {
  assigned: 'assigned this order',
  corrected: 'corrected this order',
  paid: 'reported the payment',
  refund_requested: 'gave money back',
  refunded: 'gave money back',
  shop_order_status: 'answered for this order',
  status_changed: 'changed the status',
  unassigned: 'took this order back from its shop',
}

const WHO = {
  admin: 'Somebody',
  florist: 'The florist',
  provider: 'The payment provider',
  shopper: 'The shopper',
  system: 'The shop',
}

/** The refusal of a write that was made from an older version of an order: who did what last, and when (ISO). */
export async function orderChangedMeanwhile({ db }: Pick<Deps, 'db'>, orderId: string): Promise<AppError> {
  const last = await lastEventOf(db, orderId)
  if (!last) return new AppError('edit_conflict')
  const who = last.actorEmail ?? WHO[last.actor]
  const message = `${who} ${DID[last.kind] ?? 'changed this order'} at ${last.createdAt}`
  return new AppError('edit_conflict', {
    message: `${message}. Please look again.`,
    issues: [{ path: 'version', message }],
  })
}
