import { randomBytes } from 'node:crypto'
import type { Db } from '#api/deps.ts'
import { sha256 } from '#api/platform/hash.ts'
import { PREPARED_HOURS, type PreparedContent } from '#domain/prepared-checkout.ts'
import { agentPlatforms, preparedCheckouts } from '#drizzle/schema/agents.ts'

/** What a platform has prepared: all that the form needs but the card. */
export const PREPARED: PreparedContent = {
  sku: 'FLOWER-001',
  option: 'today',
  fields: {
    name: 'Sam Sorry',
    email: 'sam@example.com',
    phone: '(212) 555-0100',
    recipientName: 'Alex',
    address: '350 5th Ave',
    city: 'New York',
    state: 'NY',
    zip: '10001',
  },
}

/**
 * Stores a checkout as a platform prepares it, with a platform of its own unless one is named.
 * @param shop `clock`: of the shop; absent: it has the time of this machine
 */
export async function prepareCheckout(
  { db, clock }: { db: Db; clock?: { at: Date } },
  {
    platformId,
    name = 'Pelican',
    ...changes
  }: Partial<PreparedContent> & { platformId?: string; name?: string } = {},
): Promise<{ id: string; secret: string; path: string; platformId: string }> {
  const id = crypto.randomUUID()
  const secret = randomBytes(16).toString('hex')
  const now = clock?.at ?? new Date()
  const at = now.toISOString()
  const stamps = { createdAt: at, updatedAt: at }
  const platform = platformId ?? crypto.randomUUID()
  if (platformId === undefined) {
    const profileUrl = `https://${platform}.example/profile.json`
    await db.insert(agentPlatforms).values({ id: platform, profileUrl, name, ...stamps })
  }
  await db.insert(preparedCheckouts).values({
    ...{ id, platformId: platform, secretHash: sha256(secret), memo: { seen: 'total' }, ...stamps },
    content: { ...PREPARED, ...changes },
    expiresAt: new Date(now.getTime() + PREPARED_HOURS * 60 * 60_000).toISOString(),
  })
  return { id, secret, path: `/checkout/${secret}`, platformId: platform }
}
