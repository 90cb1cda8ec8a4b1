import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sha256 } from '#api/platform/hash.ts'
import { canBeUsed, type FoundLink, type LinkKind, linkOf } from './link-queries.ts'
import type { LinkAnswer } from './schema.ts'

/**
 * Finds a link that can be used.
 * @param kind what it must be good for, if that matters
 * @throws AppError `link_unknown`, `link_over`
 */
export async function openLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  kind?: LinkKind,
): Promise<FoundLink> {
  const link = await linkOf(db, { tokenHash: await sha256(token) })
  if (!link || (kind !== undefined && link.kind !== kind)) throw new AppError('link_unknown')
  if (!canBeUsed(link, clock.now().toISOString())) throw new AppError('link_over')
  return link
}

/**
 * Tells a page whose link it has, before anybody types.
 * @throws AppError `link_unknown`, `link_over`
 */
export async function describeLink(deps: Deps, token: string): Promise<LinkAnswer> {
  const { kind, email, expiresAt } = await openLink(deps, token)
  return { kind, email, expiresAt }
}
