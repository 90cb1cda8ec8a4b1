/** Why a person has to act, as the health check and the dashboard say it. */
export const HEALTH_REASONS = {
  database_silent: 'The database does not answer.',
  database_fails: 'The database fails.',
  purchases_fail: 'Purchases fail',
  never_ran: 'The scheduled work has never run.',
  run_late: 'The scheduled work has not run for more than 5 minutes.',
  stripe_away: 'Stripe does not answer, or refuses us.',
  payments_unreported: 'Payments are reported by nobody: check the webhook',
  mail_fails: 'Emails about orders fail.',
  mail_late: 'An email about an order has waited for more than 10 minutes.',
  mail_unreported: 'No report about an email for an hour',
  push_fails: 'Rings of florists’ phones fail.',
  texts_fail: 'Text messages fail.',
  texts_unreported: 'No report about a text for an hour',
  unsettled: 'Payments are not settled 10 minutes after their session ended.',
} as const

export type HealthReason = keyof typeof HEALTH_REASONS

const FEWEST_REFUSED = 3
const LARGEST_SHARE = 1 / 5

/**
 * True if the shop does not sell: so many placements were refused by us, and such a part of all.
 * @param placements of a few minutes
 */
export function doPurchasesFail({ asked, refused }: { asked: number; refused: number }): boolean {
  return refused >= FEWEST_REFUSED && refused > asked * LARGEST_SHARE
}
