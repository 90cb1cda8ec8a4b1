import { users } from '#drizzle/schema/accounts.ts'
import { user } from './account-rows.ts'
import { PASSWORD_HASH } from './password.ts'
import type { TestShop } from './shop.ts'

/** A browser as the API sees it: keeps cookies and sends an origin. */
export function openBrowser(shop: Pick<TestShop, 'app' | 'deps'>, headers: Record<string, string> = {}) {
  const jar = new Map<string, string>()
  /** The last Set-Cookie header of each cookie. */
  const setCookies = new Map<string, string>()
  const send = (method: string) => async (path: string, json?: unknown) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await shop.app.request(`/api${path}`, {
      method,
      headers: {
        origin: shop.deps.config.origin,
        ...(cookie && { cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      setCookies.set(name, line)
      if (/max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const body: unknown = await response.json()
    return { status: response.status, headers: response.headers, body: body as Record<string, unknown> }
  }
  return { jar, setCookies, get: send('GET'), post: send('POST'), put: send('PUT'), delete: send('DELETE') }
}

export type TestBrowser = ReturnType<typeof openBrowser>

/** Adds a user who can sign in with the test password. */
export async function addPerson(
  shop: Pick<TestShop, 'db'>,
  changes: Partial<typeof users.$inferSelect> = {},
): Promise<typeof users.$inferSelect> {
  const person = user({ role: 'admin', passwordHash: PASSWORD_HASH, ...changes })
  await shop.db.insert(users).values(person)
  return person
}

/** The secret of the newest link that was mailed to an address. */
export async function mailedLink(shop: Pick<TestShop, 'settled' | 'messages'>, email: string) {
  await shop.settled()
  const [message] = await shop.messages(email)
  const [, page, token] = /(\/login\/\w+)#token=([\w-]+)/.exec(message?.text ?? '') ?? []
  if (!message || !page || !token) throw new Error(`No link was mailed to ${email}`)
  return { message, page, token }
}
