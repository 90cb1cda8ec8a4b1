import { readFileSync } from 'node:fs'
import type { Client } from '@libsql/client/web'
import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { addPerson } from '#tests/e2e/people.ts'
import { expect, intercept, MOVING, test } from '#tests/e2e/shop.ts'
import { callApi, openInApp, signInAs } from '#tests/e2e/staff.ts'
import { PASSWORD } from '#tests/support/password.ts'

// One's own account: password, second factor, where one is signed in. Each test is a person of
// its own, so that no other session ends.

// A refusal is an error to the browser's console.
test.use({ refusals: true, ...MOVING })

/** Signs in a person of the test's own. */
async function arrive(page: Page, database: Client): Promise<string> {
  const person = await addPerson(database)
  await signInAs(page, person)
  await page.goto('/admin/account')
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible()
  return person.email
}

/** Presses `Turn on` and gives the password. */
async function beginSecondFactor(page: Page): Promise<void> {
  await section(page, 'Two-factor authentication').getByRole('button', { name: 'Turn on' }).click()
  const question = page.getByRole('dialog', { name: 'Turn on two-factor authentication?' })
  await question.getByLabel('Your password').fill(PASSWORD)
  await question.getByRole('button', { name: 'Continue' }).click()
}

/** Another browser of the same person. */
async function elsewhere(browser: Browser, email: string, password = PASSWORD): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, { email, password })
  return page
}

/** The second factor, without the screen. @returns its recovery codes */
async function switchOn(page: Page): Promise<string[]> {
  const { body } = await callApi(page, 'POST', '/auth/second-factor/begin', { password: PASSWORD })
  const code = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) }).generate()
  const confirmed = await callApi(page, 'POST', '/auth/second-factor/confirm', { code })
  expect(confirmed.status).toBe(200)
  return confirmed.body['recoveryCodes'] as string[]
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function expectHandsome(page: Page, state: string): Promise<void> {
  await expectClean(page, state)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectFits(page, `${state}, ${width}`)
  }
}

test('changing a password ends every session but this one', async ({ page, browser, database }) => {
  const email = await arrive(page, database)
  const other = await elsewhere(browser, email)
  const form = page.getByRole('form', { name: 'Change password' })
  const change = async (current: string, next: string) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password').fill(next)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('Password is required')).toHaveCount(2)
  await expect(form.getByLabel('Current password')).toBeFocused()
  await change(PASSWORD, 'short')
  await expect(form.getByText('Please use at least 12 characters')).toBeVisible()
  await change(PASSWORD, 'summer2026!!')
  await expect(form.getByText('This password is too easy to guess.')).toBeVisible()
  await expect(form.getByLabel('New password')).toBeFocused()
  await change(PASSWORD, email)
  await expect(form.getByText('Please choose something other than your email address')).toBeVisible()
  await change('not what it was at all', 'five geese behind the shed')
  await expect(form.getByText('This is not your current password')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await expect(form.getByLabel('New password')).toHaveValue('five geese behind the shed')

  await change(PASSWORD, 'five geese behind the shed')
  await expect(toasts(page).getByText('Password changed successfully')).toBeVisible()
  await expect(form.getByLabel('New password')).toHaveValue('')
  await expect(section(page, 'Signed-in browsers').getByRole('listitem')).toHaveCount(1)
  expect((await callApi(other, 'GET', '/auth/sessions')).status).toBe(401)
  await elsewhere(browser, email, 'five geese behind the shed')
})

test('signs out one browser, then all others', async ({ page, browser, database }) => {
  const email = await arrive(page, database)
  const others = [await elsewhere(browser, email), await elsewhere(browser, email)]
  const statuses = () =>
    Promise.all(others.map(async (other) => (await callApi(other, 'GET', '/auth/sessions')).status))
  const browsers = section(page, 'Signed-in browsers')

  const letThrough = await intercept(page, '**/api/auth/sessions', (route) => route.abort())
  await openInApp(page, '/admin/account')
  await expect(browsers.getByRole('alert')).toContainText('Failed to load your browsers')
  await expectHandsome(page, 'failed')
  letThrough()
  await browsers.getByRole('button', { name: 'Try Again' }).click()
  await expect(browsers.getByRole('listitem')).toHaveCount(3)
  await expect(browsers.getByRole('listitem').first()).toContainText('This browser')
  await expect(browsers.getByRole('listitem').first().getByRole('button')).toHaveCount(0)

  await browsers
    .getByRole('button', { name: /^Sign out / })
    .first()
    .dblclick()
  await expect(browsers.getByRole('listitem')).toHaveCount(2)
  await expect(browsers.getByRole('list')).toBeFocused()
  expect((await statuses()).sort()).toEqual([200, 401])

  await browsers.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await expect(question).toContainText('One other browser will have to sign in again')
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toasts(page).getByText('Signed out everywhere else')).toBeVisible()
  await expect(browsers.getByRole('listitem')).toHaveCount(1)
  expect(await statuses()).toEqual([401, 401])
  expect((await callApi(page, 'GET', '/auth/sessions')).status).toBe(200)
})

test('enables a second factor and shows its recovery codes once', async ({
  page,
  browser,
  context,
  database,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = await arrive(page, database)
  const factor = section(page, 'Two-factor authentication')
  await factor.getByRole('button', { name: 'Turn on' }).click()
  const question = page.getByRole('dialog', { name: 'Turn on two-factor authentication?' })
  await expect(question.getByLabel('Your password')).toBeFocused()
  await expectHandsome(page, 'asked for the password before the setup')
  await question.getByLabel('Your password').fill('not what it was at all')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(question.getByText('This is not your current password')).toBeVisible()
  await question.getByLabel('Your password').fill(PASSWORD)
  await question.getByLabel('Your password').press('Enter')
  await expect(factor.getByRole('heading', { name: 'Set up your authenticator app' })).toBeFocused()
  await expect(factor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectHandsome(page, 'setting up')
  await factor.getByRole('button', { name: 'Copy key' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(factor.getByText(secret.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible()
  const open = factor.getByRole('link', { name: 'open the app on this device' })
  await expect(open).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${secret}`))

  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = factor.getByLabel('Code from the app')
  await code.fill('12345')
  await factor.getByRole('button', { name: 'Confirm' }).click()
  await expect(factor.getByText('Please enter the 6-digit code from your app')).toBeVisible()
  await code.fill(app.generate({ timestamp: Date.now() - 3_600_000 }))
  await factor.getByRole('button', { name: 'Confirm' }).click()
  await expect(factor.getByText('This code isn’t right')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(app.generate())
  await code.press('Enter')

  await expect(factor.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  const shown = await factor
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  expect(shown).toHaveLength(10)
  await expectHandsome(page, 'recovery codes')
  await factor.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'))
  const downloading = page.waitForEvent('download')
  await factor.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('apologize-better-recovery-codes.txt')
  expect(readFileSync(await download.path(), 'utf8')).toContain(`${email}\n`)
  for (const each of shown) expect(readFileSync(await download.path(), 'utf8')).toContain(each)

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Products' }).click()
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving your codes?' })
  await leaving.getByRole('button', { name: 'Back to the codes' }).click()
  // The menu is closed and does not cover the codes.
  await factor.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(factor.getByText('10 recovery codes left.')).toBeVisible()

  // One of them signs in where the app is not at hand.
  const other = await elsewhere(browser, email)
  expect((await callApi(other, 'GET', '/auth/sessions')).status).toBe(401)
  expect((await callApi(other, 'POST', '/auth/second-factor', { code: shown[3] })).status).toBe(200)
  await page.reload()
  await expect(factor.getByText('9 recovery codes left.')).toBeVisible()
})

test('renews recovery codes and disables a second factor by the password and a code', async ({
  page,
  database,
}) => {
  await arrive(page, database)
  const [first = ''] = await switchOn(page)
  await page.reload()
  const factor = section(page, 'Two-factor authentication')
  const sure = page.getByRole('dialog')
  await factor.getByRole('button', { name: 'New recovery codes' }).click()
  await expect(sure.getByLabel('Your password')).toBeFocused()
  await expectHandsome(page, 'asked for the password')
  await sure.getByLabel('Your password').fill('not what it was at all')
  await sure.getByRole('button', { name: 'Create new codes' }).click()
  await expect(sure.getByText('Code is required')).toBeVisible()
  await sure.getByLabel('Code *').fill('123456')
  await sure.getByRole('button', { name: 'Create new codes' }).click()
  await expect(sure.getByText('This is not your current password')).toBeVisible()
  await sure.getByLabel('Your password').fill(PASSWORD)
  await sure.getByRole('button', { name: 'Create new codes' }).click()
  await expect(sure.getByText('This code isn’t right.')).toBeVisible()
  await sure.getByRole('button', { name: 'Use a recovery code' }).click()
  await sure.getByLabel('Recovery code *').fill(first)
  await sure.getByRole('button', { name: 'Create new codes' }).click()
  await expect(factor.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await expect(factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  const fresh = await factor
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .first()
    .textContent()
  await factor.getByRole('button', { name: 'I’ve saved them' }).click()

  await factor.getByRole('button', { name: 'Turn off' }).click()
  await sure.getByLabel('Your password').fill(PASSWORD)
  await sure.getByRole('button', { name: 'Use a recovery code' }).click()
  await sure.getByLabel('Recovery code *').fill(fresh ?? '')
  await sure.getByRole('button', { name: 'Turn off' }).click()
  await expect(toasts(page).getByText('Two-factor authentication turned off')).toBeVisible()
  await expect(factor.getByText('It’s off.')).toBeFocused()
})

test('shows a change that was made in another window', async ({ page, browser, database }) => {
  const email = await arrive(page, database)
  const other = await elsewhere(browser, email)
  const factor = section(page, 'Two-factor authentication')
  await beginSecondFactor(page)
  // Who begins last has the secret that counts.
  await expect(factor.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible()
  await switchOn(other)

  await factor.getByLabel('Code from the app').fill('123456')
  await factor.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Two-factor authentication is already on.').first()).toBeVisible()
  await expect(factor.getByRole('button', { name: 'Turn off' })).toBeVisible()
})

test('recent activity lists account events, newest first', async ({ page, browser, database }) => {
  const email = await arrive(page, database)
  const list = page.getByRole('list', { name: 'Recent activity' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('listitem')).toContainText('Signed in')

  const stranger = await (await browser.newContext()).newPage()
  const guess = await callApi(stranger, 'POST', '/auth/sign-in', {
    email,
    password: 'not what it was at all',
  })
  expect(guess.status).toBe(401)
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(PASSWORD)
  await form.getByLabel('New password').fill('five geese behind the shed')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  const titles = ['Password changed', 'Sign-in failed: wrong password', 'Signed in']
  for (const [at, title] of titles.entries()) {
    await expect(list.getByRole('listitem').nth(at)).toContainText(title)
  }
  await expectHandsome(page, 'recent activity')
})
