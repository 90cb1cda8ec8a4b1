import { readFileSync } from 'node:fs'
import { type Cookie, expect, type Page } from '@playwright/test'

import { AT } from './shop.ts'

const port = Number(process.env['E2E_PORT'] ?? 18787)

/** The first admin, as `npm start` made them for this shop. */
export function firstAdmin(): { email: string; password: string } {
  const secrets = JSON.parse(readFileSync(`.local/${port}/secrets.json`, 'utf8')) as {
    adminEmail: string
    adminPassword: string
  }
  return { email: secrets.adminEmail, password: secrets.adminPassword }
}

/** Tests that are about something else share a session of the first admin, long before it is renewed. */
const SHARED_MS = 4 * 60_000
let shared: { cookies: Cookie[]; until: number } | null = null

/** Signs in without the form, so that what follows is what the test is about. @param who default: the first admin */
export async function signInAs(page: Page, who?: { email: string; password: string }): Promise<void> {
  if (!who && shared && Date.now() < shared.until) return page.context().addCookies(shared.cookies)
  const signIn = async () => (await callApi(page, 'POST', '/auth/sign-in', who ?? firstAdmin())).status
  // A shop with many passwords to hash at once asks for another try in a moment.
  await expect.poll(signIn, { message: 'signed in' }).toBe(200)
  if (!who) shared = { cookies: await page.context().cookies(), until: Date.now() + SHARED_MS }
}

/** Opens a screen within the app, which asks for its data then: a page that is loaded brings its data along. */
export async function openInApp(page: Page, address: string): Promise<void> {
  await page.goto('/admin/nothing-here')
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
