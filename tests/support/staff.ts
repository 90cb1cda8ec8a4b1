import { signAccessToken } from '#api/auth/tokens.ts'
import { sessions, users } from '#drizzle/schema/accounts.ts'
import { session, user } from './account-rows.ts'
import type { TestShop } from './shop.ts'

type ChangesOfUser = Partial<
  Pick<typeof users.$inferSelect, 'role' | 'email' | 'passwordHash' | 'totpSecret' | 'totpEnabledAt'>
>

const YEARS_LATER = '2099-01-01T00:00:00.000Z'

/**
 * A signed-in user; requests carry the session cookie and an origin.
 * @param confirmedAt when they last said who they are, ISO instant; null: never. Without it they are never asked
 */
export async function signIn(
  shop: Pick<TestShop, 'app' | 'db' | 'deps'>,
  { confirmedAt = YEARS_LATER, ...changes }: ChangesOfUser & { confirmedAt?: string | null } = {},
) {
  const person = user({ role: 'admin', ...changes })
  const here = session({ userId: person.id, expiresAt: YEARS_LATER, confirmedAt })
  await shop.db.insert(users).values(person)
  await shop.db.insert(sessions).values(here)
  const cookie = async () => {
    const claims = { sessionId: here.id, userId: person.id }
    const { token } = await signAccessToken(shop.deps.config, claims, shop.deps.clock.now())
    return `__Host-access=${token}`
  }
  const send = (method: string) => async (path: string, json?: unknown) => {
    const response = await shop.app.request(`/api${path}`, {
      method,
      headers: {
        cookie: await cookie(),
        origin: shop.deps.config.origin,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body: body as Record<string, unknown> }
  }
  return {
    person,
    session: here,
    cookie,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  }
}
