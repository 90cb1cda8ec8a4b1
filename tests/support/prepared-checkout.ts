import { secretsOf } from '#api/prepared-checkouts/secret.ts'
import { PREPARED_HOURS, type PreparedContent } from '#domain/prepared-checkout.ts'
import { agentPlatforms, preparedCheckouts } from '#drizzle/schema/agents.ts'
import type { TestShop } from './shop.ts'

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

/** Stores a checkout as a platform prepares it, with a platform of its own unless one is named. */
export async function prepareCheckout(
  { db, clock, deps }: Pick<TestShop, 'db' | 'clock' | 'deps'>,
  {
    platformId,
    name = 'Pelican',
    ...changes
  }: Partial<PreparedContent> & { platformId?: string; name?: string } = {},
): Promise<{ id: string; secret: string; platformId: string }> {
  const id = crypto.randomUUID()
  const at = clock.at.toISOString()
  const stamps = { createdAt: at, updatedAt: at }
  const platform = platformId ?? crypto.randomUUID()
  if (platformId === undefined) {
    const profileUrl = `https://${platform}.example/profile.json`
    await db.insert(agentPlatforms).values({ id: platform, profileUrl, name, ...stamps })
  }
  const [{ token, hash }] = await secretsOf(deps.config, id)
  await db.insert(preparedCheckouts).values({
    ...{ id, platformId: platform, secretHash: hash, memo: { seen: 'total' }, ...stamps },
    content: { ...PREPARED, ...changes },
    expiresAt: new Date(clock.at.getTime() + PREPARED_HOURS * 60 * 60_000).toISOString(),
  })
  return { id, secret: token, platformId: platform }
}
