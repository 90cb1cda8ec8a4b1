import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { announceOpening } from './opening-queries.ts'

const NAMED = 10

/**
 * Tells everybody who waits for one of these ZIP codes that we deliver there now: once, one message a person. One round
 * trip; mail goes out after the answer.
 * @param zipCodes five digits each
 * @returns how many people are written to
 * @throws AppError `zip_not_served` when one of them has no market, or a paused one: nobody is written to then
 */
export async function notifyWaiting(deps: Deps, zipCodes: readonly string[]): Promise<number> {
  const { db, clock } = deps
  const distinct = [...new Set(zipCodes)].sort()
  const { unserved, notified } = await announceOpening(db, distinct, clock.now().toISOString())
  if (unserved.length > 0) {
    const message = `No open market has ${listed(unserved)} yet. Nobody was written to.`
    throw new AppError('zip_not_served', { message, issues: [{ path: 'zipCodes', message }] })
  }
  if (notified > 0) deps.defer(sendDue(deps))
  return notified
}

function listed(zipCodes: readonly string[]): string {
  const more = zipCodes.length - NAMED
  return `${zipCodes.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
