import type { Config, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sha256 } from '#api/platform/hash.ts'
import { derivedTokens } from '#api/platform/link-tokens.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { deviceName } from '#domain/device.ts'
import { addPasswordReset, type FoundLink, findLink, isUsable, type LinkKind } from './link-queries.ts'
import { accountHash, logSecurityEvent, refuseOverLimit } from './security-log.ts'
import type { Browser } from './sessions.ts'

export const INVITATION_SECONDS = 7 * 24 * 60 * 60
const PASSWORD_RESET_SECONDS = 60 * 60
/** Anyone can enter somebody else's email address: more emails than this are not sent to it. */
const RESET_MAILS = { max: 3, seconds: 60 * 60 }

const PAGES: Record<LinkKind, string> = {
  invitation: '/login/invitation',
  password_reset: '/login/reset',
}

/** The token of a one-time link, by each of our keys, the newest first. */
export function linkTokens(keys: Pick<Config, 'authKeys'>, linkId: string) {
  return derivedTokens(keys, `link ${linkId}`)
}

/** The address of a link. The token is in the fragment, which browsers send to no server. */
export function linkAddress(origin: string, kind: LinkKind, token: string): string {
  return `${origin}${PAGES[kind]}#token=${token}`
}

/**
 * Whose link it is and what for.
 * @throws AppError `link_unknown`, `link_over`
 */
export async function describeLink(deps: Deps, token: string) {
  const { kind, email, expiresAt } = await openLink(deps, token)
  return { kind, email, expiresAt }
}

/**
 * Sends a link to choose a new password, if somebody has this email address. Whether anybody does shows neither in the
 * answer nor in its time: the same statements run for every address.
 * @throws AppError `rate_limited`
 */
export async function requestPasswordReset(
  deps: Deps,
  email: string,
  { address, userAgent }: Pick<Browser, 'address' | 'userAgent'>,
): Promise<void> {
  const { db, clock, config } = deps
  const now = clock.now()
  const id = crypto.randomUUID()
  const [{ hash: tokenHash }] = await linkTokens(config, id)
  const calls = counterOf('forgotten', address, now, config.limits.signIn)
  const mails = counterOf('forgotten-mail', email.toLowerCase(), now, RESET_MAILS)
  const expiresAt = new Date(now.getTime() + PASSWORD_RESET_SECONDS * 1000).toISOString()
  const link = { id, tokenHash, expiresAt, at: now.toISOString() }
  const device = deviceName(userAgent ?? null)
  const allowed = await addPasswordReset(db, email, link, device, { calls, mails })
  const who = { userId: null, account: accountHash(config, email) }
  refuseOverLimit(deps, allowed, who)
  logSecurityEvent(deps, 'password_reset_requested', who)
  deps.waitUntil(sendDue(deps))
}

/**
 * Finds a link that can be used.
 * @param kind what it must be for, if that matters
 * @throws AppError `link_unknown`, `link_over`
 */
export async function openLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  kind?: LinkKind,
): Promise<FoundLink> {
  const link = await findLink(db, { tokenHash: sha256(token) })
  if (!link || (kind !== undefined && link.kind !== kind)) throw new AppError('link_unknown')
  if (!isUsable(link, clock.now().toISOString())) throw new AppError('link_over')
  return link
}
