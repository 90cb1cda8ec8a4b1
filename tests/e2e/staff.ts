import { type Cookie, expect, type Page } from '@playwright/test'
import { AT, secrets } from './shop.ts'

/** The first admin, as `npm start` made them for this shop. */
export function firstAdmin(): { email: string; password: string } {
  const { adminEmail: email, adminPassword: password } = secrets()
  return { email, password }
}

/** Tests of one worker that are about something else share a session of the first admin, long before it is renewed. */
const SHARED_MS = 4 * 60_000
let shared: { cookies: Cookie[]; until: number } | null = null

/** Signs in without the form, so that what follows is what the test is about. @param who default: the first admin */
export async function signInAs(page: Page, who?: { email: string; password: string }): Promise<void> {
  if (!who && shared && Date.now() < shared.until) return page.context().addCookies(shared.cookies)
  const { email, password } = who ?? firstAdmin()
  const signIn = async () => (await callApi(page, 'POST', '/auth/sign-in', { email, password })).status
  // A shop with many passwords to hash at once asks for another try in a moment.
  await expect.poll(signIn, { message: 'signed in' }).toBe(200)
  if (!who) shared = { cookies: await page.context().cookies(), until: Date.now() + SHARED_MS }
}

/** Opens a screen within the app, which asks for its data then: a page that is loaded brings its data along. */
export async function openInApp(page: Page, address: string): Promise<void> {
  await page.goto('/admin/products/new')
  await page.evaluate((to) => history.pushState({}, '', to), address)
}

/** Calls the API with this browser's session. @param path below /api */
export async function callApi(page: Page, method: string, path: string, json?: unknown) {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    // A connection that was kept from an earlier call may just have been closed: then nothing was asked yet.
    maxRetries: 2,
    headers: { origin: AT.shop, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { data: JSON.stringify(json) }),
  })
  return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> }
}

/** Shows the filters of a list on a phone, where they are behind a button. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
}
