import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { holdScripts } from './flow.ts'
import { expectClean, expectFits } from './looks.ts'
import { addPerson } from './people.ts'
import { expect, mailTo, ready, runScheduled, someone, test } from './shop.ts'
import { callApi, firstAdmin, signInAs } from './staff.ts'

// The staff door: in, out, and what happens to those who are kept out.

// A refusal is an error to the browser's console.
test.use({ refusals: true })

const card = (page: Page) => page.locator('[data-card]')

async function fillDoor(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Not by a pattern: the door's address names the place, too. */
async function arrivesAt(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === path)
}

async function expectHandsome(page: Page, state: string): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectFits(page, `${state}, ${width}`)
  }
  await expectClean(page, state)
}

/** The link of the newest mail to somebody. */
async function linkTo(email: string): Promise<string> {
  await runScheduled()
  await expect.poll(async () => (await mailTo(email)).length).toBeGreaterThan(0)
  const link = /\/login\/\w+#token=[\w.~-]+/.exec((await mailTo(email)).at(-1)?.text ?? '')?.[0]
  if (!link) throw new Error(`No link was mailed to ${email}`)
  return link
}

test('the guard leads to the door, and from there back to where one wanted to go', async ({
  page,
  database,
}) => {
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

  await fillDoor(page, { ...person, password: 'not what it was' })
  await expect(page.getByRole('alert').first()).toHaveText('The e-mail or the password is not right.')
  await expect(page.getByLabel('Password')).toHaveValue('not what it was')
  await expectHandsome(page, 'refused')

  await page.route('**/api/auth/sign-in', (route) => route.abort())
  await fillDoor(page, person)
  await expect(page.getByRole('alert').first()).toHaveText('Failed to sign in')
  await page.unroute('**/api/auth/sign-in')

  await page.getByLabel('Show what I type').check()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  await page.getByLabel('Password').press('Enter')
  await arrivesAt(page, '/admin/products?q=flower')
  await expect(page.getByRole('searchbox')).toHaveValue('flower')
})

test('who is signed in is told at the door: refresh, the back office, out', async ({ page, database }) => {
  const person = await addPerson(database)
  await page.goto('/login')
  await fillDoor(page, person)
  // Nowhere in particular was wanted.
  await arrivesAt(page, '/')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
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

test('after signing in nobody ends up anywhere but here', async ({ page, database }) => {
  const person = await addPerson(database)
  const attempts = ['https://evil.example/', '/\\evil.example', 'javascript:alert(1)']
  for (const from of attempts) {
    await page.context().clearCookies()
    await page.goto(`/login?from=${encodeURIComponent(from)}`)
    await fillDoor(page, person)
    await arrivesAt(page, '/')
  }
  expect(await page.evaluate(() => location.host)).toContain('localhost')
})

test('whoever guesses has to wait, and is told how long', async ({ page, database }) => {
  const { email, password } = await addPerson(database)
  await page.goto('/login')
  await ready(page)
  for (let tries = 0; tries < 5; tries++) {
    await callApi(page, 'POST', '/auth/sign-in', { email, password: 'a guess' })
  }
  await fillDoor(page, { email, password })
  await expect(page.getByRole('alert').first()).toHaveText(
    /^Too many tries\. Please wait \d+ seconds? and try again\.$/,
  )
})

test('what is typed before the scripts are there is kept', async ({ page, database }) => {
  const person = await addPerson(database)
  const release = await holdScripts(page)
  await page.goto('/login?from=/faq')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  // Without scripts nobody signs in: a press must not send the password anywhere.
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled()
  await page.getByLabel('Password').press('Enter')
  await release()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await arrivesAt(page, '/faq')
})

test('a member is signed in, and comes no further', async ({ page, database }) => {
  const person = await addPerson(database, { role: 'member' })
  await page.goto('/admin/products')
  await page.waitForURL('**/login?from=**')
  await fillDoor(page, person)
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await expectHandsome(page, 'unauthorized')
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a second factor is asked for: the app’s code, or a recovery code', async ({ page, database }) => {
  const person = await addPerson(database, { secondFactor: true })
  await page.goto('/login?from=/admin/account')
  await fillDoor(page, person)
  const form = page.getByRole('form', { name: 'Second factor' })
  await expect(form.getByLabel('Code')).toBeFocused()
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(form.getByText('Code is required')).toBeVisible()
  await form.getByLabel('Code').fill('12345')
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(form.getByText('Please enter six digits, or a recovery code')).toBeVisible()
  const app = new TOTP({ secret: Secret.fromBase32(person.secret) })
  await form.getByLabel('Code').fill(app.generate({ timestamp: Date.now() - 3_600_000 }))
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(form.getByRole('alert')).toContainText('This code is not right.')
  await expectHandsome(page, 'second factor')
  await form.getByRole('button', { name: 'Use a recovery code' }).click()
  await form.getByLabel('Recovery code').fill(person.recoveryCode.toLowerCase().replaceAll('-', ' '))
  await form.getByRole('button', { name: 'Sign In' }).click()
  await arrivesAt(page, '/admin/account')

  await callApi(page, 'POST', '/auth/sign-out')
  await page.goto('/login?from=/faq')
  await fillDoor(page, person)
  await form.getByLabel('Code').fill(app.generate())
  await form.getByLabel('Code').press('Enter')
  await arrivesAt(page, '/faq')

  // Whoever thinks for too long begins again.
  await callApi(page, 'POST', '/auth/sign-out')
  await page.goto('/login')
  await fillDoor(page, person)
  await expect(form.getByLabel('Code')).toBeFocused()
  await page.context().clearCookies({ name: '__Host-challenge' })
  await form.getByLabel('Code').fill('123456')
  await form.getByLabel('Code').press('Enter')
  await expect(page.getByRole('alert').first()).toHaveText(
    'That took a while. Please sign in with your password again.',
  )
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('a forgotten password: a link by mail, a new password, in', async ({ page, database }) => {
  const person = await addPerson(database)
  const ask = async (email: string) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Me a Link' }).click()
    await expect(page.getByRole('heading', { name: 'Look into your mail box' })).toBeFocused()
    return card(page).textContent()
  }
  expect(await ask(someone())).toBe(await ask(person.email))
  await expectHandsome(page, 'asked for a link')

  const link = await linkTo(person.email)
  await page.goto(link)
  const field = page.getByLabel('New password')
  await expect(card(page)).toContainText(person.email)
  await expectHandsome(page, 'a new password')
  for (const [password, told] of [
    ['short', 'Please use at least 12 characters'],
    ['baseball1234', 'This password is too easy to guess.'],
    [person.email, 'Please choose something other than your e-mail address'],
  ] as const) {
    await field.fill(password)
    await page.getByRole('button', { name: 'Set the New Password' }).click()
    await expect(page.getByText(told)).toBeVisible()
    await expect(field).toBeFocused()
  }
  const password = 'five geese behind the shed'
  await field.fill(password)
  await page.getByRole('button', { name: 'Set the New Password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused()
  await expect(page).toHaveURL(/\/login\/reset$/)
  await page.getByRole('link', { name: 'Go to the sign-in' }).click()
  await fillDoor(page, { email: person.email, password })
  await arrivesAt(page, '/')

  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link has expired, or was used already.')
  await expectHandsome(page, 'a link that is over')
  await page.getByRole('link', { name: 'Ask for a New Link' }).click()
  await expect(page.getByRole('button', { name: 'Send Me a Link' })).toBeVisible()
})

test('an invitation: a link by mail, the first password, in', async ({ page }) => {
  const email = someone()
  await signInAs(page, firstAdmin())
  expect((await callApi(page, 'POST', '/admin/users', { email, role: 'admin' })).status).toBe(200)
  await callApi(page, 'POST', '/auth/sign-out')
  const link = await linkTo(email)
  await page.goto(link.slice(0, -4))
  await expect(page.getByRole('alert')).toContainText('We do not know this link.')
  await page.goto('/login/invitation')
  await expect(page.getByRole('alert')).toContainText('This link is not complete.')
  await page.goto(link.replace('invitation', 'reset'))
  await expect(page.getByRole('alert')).toContainText('This link is not complete.')

  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('four geese behind the shed')
  await page.getByRole('button', { name: 'Accept the Invitation' }).click()
  await expect(page.getByRole('heading', { name: 'You are in' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to the back office' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByText(email)).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link has expired, or was used already.')
  await expect(page.getByText('Have you chosen a password already?')).toBeVisible()
})
