import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 18787)

/** The first admin, as `npm start` made them for this shop. */
export function firstAdmin(): { email: string; password: string } {
  const secrets = JSON.parse(readFileSync(`.local/${port}/secrets.json`, 'utf8')) as {
    adminEmail: string
    adminPassword: string
  }
  return { email: secrets.adminEmail, password: secrets.adminPassword }
}

/** Signs in without the form, so that what follows is what the test is about. The page is on our origin afterwards. */
export async function signInAs(page: Page, who = firstAdmin()): Promise<void> {
  // A light page of ours: the cookie belongs to the origin, and a page may call the API.
  if (!page.url().startsWith('http')) await page.goto('/terms')
  const signIn = () => callApi(page, 'POST', '/auth/sign-in', who)
  let { status } = await signIn()
  // Hashing on a machine that is busy takes longer than the API may: then it asks for another try.
  if (status === 503) ({ status } = await signIn())
  expect(status, 'signed in').toBe(200)
}

/** A call of the API in the name of whoever is signed in on this page. @param path below /api */
export async function callApi(page: Page, method: string, path: string, json?: unknown) {
  return page.evaluate(
    async ({ method, path, json }) => {
      const answer = await fetch(`/api${path}`, {
        method,
        ...(json !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(json),
        }),
      })
      const body: unknown = await answer.json()
      return { status: answer.status, body: body as Record<string, unknown> }
    },
    { method, path, json },
  )
}
