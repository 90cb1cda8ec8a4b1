import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { IS_SOAK } from '#tests/support/soak.ts'
import { expectClean, expectFits } from './accessibility.ts'
import { holdScripts } from './flow.ts'
import { addPerson } from './people.ts'
import { expect, GATE, intercept, mailTo, runScheduled, someone, test } from './shop.ts'
import { callApi, firstAdmin, signInAs } from './staff.ts'

// Signing in and out, and refusals.

// A refusal is an error to the browser's console.
test.use({ refusals: true })

const card = (page: Page) => page.getByRole('main')

async function signInWith(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Compares the pathname, because the sign-in URL contains the target, too. */
async function arrivesAt(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === path)
}

/** Only in the soak: it takes longer than the journey. */
async function expectHandsome(page: Page, state: string): Promise<void> {
  if (!IS_SOAK) return
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectFits(page, `${state}, ${width}`)
  }
  await expectClean(page, state)
}

/** The link in the newest message to an address. */
async function linkTo(email: string): Promise<string> {
  await runScheduled()
  await expect.poll(async () => (await mailTo(email)).length).toBeGreaterThan(0)
  const link = /\/login\/\w+#token=[\w.~-]+/.exec((await mailTo(email)).at(-1)?.text ?? '')?.[0]
  if (!link) throw new Error(`No link was mailed to ${email}`)
  return link
}

test('redirects to sign-in and back to the requested screen', async ({ page, database }) => {
  const person = await addPerson(database)
  await page.goto('/admin/products?q=flower')
  await page.waitForURL('**/login?from=%2Fadmin%2Fproducts%3Fq%3Dflower')
  await expect(page.getByText('Access is restricted to authorized administrators only.')).toBeVisible()

  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('sam@')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()

  await signInWith(page, { ...person, password: 'not what it was' })
  await expect(page.getByRole('alert').first()).toHaveText('The email or password isn’t right.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not what it was')
  await expectClean(page, 'refused')
  await expectHandsome(page, 'refused')

  const letThrough = await intercept(page, '**/api/auth/sign-in', (route) => route.abort())
  await signInWith(page, person)
  await expect(page.getByRole('alert').first()).toHaveText('Failed to sign in')
  letThrough()

  await page.getByLabel('Show password').check()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await arrivesAt(page, '/admin/products?q=flower')
  await expect(page.getByRole('searchbox')).toHaveValue('flower')
})

test('/login shows who is signed in, and continues or signs out', async ({ page, database }) => {
  const person = await addPerson(database)
  await page.goto('/login')
  await signInWith(page, person)
  // Nowhere in particular was wanted.
  await arrivesAt(page, '/')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'You’re signed in' })).toBeVisible()
  await expect(card(page).getByRole('definition')).toHaveText([
    person.email,
    'admin',
    'admin',
    /\d:\d\d:\d\d/,
  ])
  await expectHandsome(page, 'signed in')

  const refreshed = page.waitForResponse('**/api/auth/refresh')
  await page.getByRole('button', { name: 'Refresh Auth' }).click()
  expect((await refreshed).status()).toBe(200)
  await page.getByRole('link', { name: 'Go to the back office' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/admin')
  await page.waitForURL('**/login?from=%2Fadmin')
})

test('keeps input typed before hydration', async ({ page, database }) => {
  const person = await addPerson(database)
  const release = await holdScripts(page)
  // No longer: its scripts are held.
  await page.goto('/login?from=/faq', { waitUntil: 'load' })
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  // Before hydration, submitting must not send the password anywhere.
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  release()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await arrivesAt(page, '/faq')
})

test('asks for a second factor and accepts an app code or a recovery code', async ({ page, database }) => {
  const person = await addPerson(database, { secondFactor: true })
  await page.goto('/login?from=/admin/account')
  await signInWith(page, person)
  const form = page.getByRole('form', { name: 'Two-factor authentication' })
  await expect(form.getByLabel('Code')).toBeFocused()
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(form.getByText('Code is required')).toBeVisible()
  await form.getByLabel('Code').fill('12345')
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(form.getByText('Please enter a 6-digit code or a recovery code')).toBeVisible()
  const app = new TOTP({ secret: Secret.fromBase32(person.secret) })
  await form.getByLabel('Code').fill(app.generate({ timestamp: Date.now() - 3_600_000 }))
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(form.getByRole('alert')).toContainText('This code isn’t right.')
  await expectHandsome(page, 'second factor')
  await form.getByRole('button', { name: 'Use a recovery code' }).click()
  await form.getByLabel('Recovery code').fill(person.recoveryCode.toLowerCase().replaceAll('-', ' '))
  await form.getByRole('button', { name: 'Sign In' }).click()
  await arrivesAt(page, '/admin/account')

  // A page of the back office that is still loading would go to the sign-in itself.
  await page.goto('/faq')
  await callApi(page, 'POST', '/auth/sign-out')
  await page.goto('/login?from=/faq')
  await signInWith(page, person)
  await form.getByLabel('Code').fill(app.generate())
  await form.getByLabel('Code').press('Enter')
  await arrivesAt(page, '/faq')

  // An expired challenge starts the sign-in again.
  await callApi(page, 'POST', '/auth/sign-out')
  await page.goto('/login')
  await signInWith(page, person)
  await expect(form.getByLabel('Code')).toBeFocused()
  await page.context().clearCookies({ name: '__Host-challenge' })
  await form.getByLabel('Code').fill('123456')
  await form.getByLabel('Code').press('Enter')
  await expect(page.getByRole('alert').first()).toHaveText(
    'That took too long. Please sign in with your password again.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('resets a password by email and signs in', GATE, async ({ page, database }) => {
  const person = await addPerson(database)
  const ask = async (email: string) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
    return card(page).textContent()
  }
  expect(await ask(someone())).toBe(await ask(person.email))
  await expectHandsome(page, 'asked for a link')

  const link = await linkTo(person.email)
  await page.goto(link)
  const field = page.getByLabel('New password')
  await expect(card(page)).toContainText(person.email)
  await expectHandsome(page, 'a new password')
  for (const [password, message] of [
    ['short', 'Please use at least 12 characters'],
    ['baseball1234', 'This password is too easy to guess.'],
    [person.email, 'Please choose something other than your email address'],
  ] as const) {
    await field.fill(password)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(field).toBeFocused()
  }
  const password = 'five geese behind the shed'
  await field.fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused()
  await expect(page).toHaveURL(/\/login\/reset$/)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInWith(page, { email: person.email, password })
  await arrivesAt(page, '/')

  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await expectHandsome(page, 'a link that is over')
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
})

test('accepts an invitation by email, sets a password and signs in', async ({ page }) => {
  const email = someone()
  await signInAs(page, firstAdmin())
  expect((await callApi(page, 'POST', '/admin/users', { email, role: 'admin' })).status).toBe(200)
  await callApi(page, 'POST', '/auth/sign-out')
  const link = await linkTo(email)
  await page.goto('/login/invitation')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
  // The address of the same page with a token behind the # loads nothing anew.
  await page.goto(link.slice(0, -4))
  await expect(page.getByRole('alert')).toContainText('We don’t recognize this link.')
  await page.goto(link.replace('invitation', 'reset'))
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')

  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('four geese behind the shed')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to the back office' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByText(email)).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await expect(page.getByText('Already chose a password?')).toBeVisible()
})
