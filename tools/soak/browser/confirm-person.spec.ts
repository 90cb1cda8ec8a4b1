import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { atProvider, placed } from '#tests/e2e/confirmation.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { addPerson, type Person } from '#tests/e2e/people.ts'
import { expect, MOVING, someone, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// Some calls ask again who one is. Each test is a person of its own.

// A refusal is an error to the browser's console.
test.use({ refusals: true, ...MOVING })

/** As if the person had signed in long ago. */
async function longAgo(database: Client, { id }: Person): Promise<void> {
  await database.execute({ sql: 'update sessions set confirmed_at = null where user_id = ?', args: [id] })
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm it’s you' })

async function expectHandsome(page: Page, state: string): Promise<void> {
  await expectClean(page, state)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectFits(page, `${state}, ${width}`)
  }
}

/** Fills in an invitation and sends it. */
async function invite(page: Page): Promise<string> {
  const email = someone()
  await page.goto('/admin/users/new')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  return email
}

test('asks for the password, keeps what was typed, and repeats the call', async ({ page, database }) => {
  const person = await addPerson(database)
  await signInAs(page, person)
  await longAgo(database, person)
  const email = await invite(page)
  await expect(question(page).getByLabel('Your password')).toBeFocused()
  await expectHandsome(page, 'asked for the password')

  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page).getByText('Password is required')).toBeVisible()
  await question(page).getByLabel('Your password').fill('not what it was at all')
  await question(page).getByLabel('Your password').press('Enter')
  await expect(question(page).getByText('This is not your current password')).toBeVisible()
  await expect(question(page).getByLabel('Your password')).toBeFocused()

  for (const leave of ['Cancel', 'Escape']) {
    if (leave === 'Cancel') await question(page).getByRole('button', { name: 'Cancel' }).click()
    else await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Send invitation' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question(page).getByLabel('Your password')).toHaveValue('')
  }
  await question(page).getByLabel('Your password').fill(person.password)
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(toasts(page).getByText(`An invitation is on its way to ${email}`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/users$/)

  // For ten minutes nobody is asked again.
  const next = await invite(page)
  await expect(toasts(page).getByText(`An invitation is on its way to ${next}`)).toBeVisible()
})

test('asks for a code over another question, and takes a recovery code', async ({ page, database }) => {
  const person = await addPerson(database, { secondFactor: true })
  const other = await addPerson(database, { role: 'member' })
  await signInAs(page, person)
  const app = new TOTP({ secret: Secret.fromBase32(person.secret) })
  expect((await callApi(page, 'POST', '/auth/second-factor', { code: app.generate() })).status).toBe(200)
  await longAgo(database, person)
  await page.goto(`/admin/users/${other.id}`)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const sure = page.getByRole('alertdialog', { name: `Deactivate ${other.email}?` })
  await sure.getByRole('button', { name: 'Deactivate' }).click()
  await expect(question(page).getByLabel('Code *')).toBeFocused()
  await expectHandsome(page, 'asked for a code')
  await question(page).getByLabel('Code *').fill('123456')
  await question(page).getByLabel('Code *').press('Enter')
  await expect(question(page).getByText('This code isn’t right.')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(sure.getByRole('button', { name: 'Deactivate' })).toBeEnabled()
  await sure.getByRole('button', { name: 'Deactivate' }).click()
  await question(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(question(page).getByLabel('Recovery code *')).toBeFocused()
  await expectHandsome(page, 'asked for a recovery code')
  await question(page).getByLabel('Recovery code *').fill(person.recoveryCode.toLowerCase())
  await question(page).getByLabel('Recovery code *').press('Enter')
  await expect(toasts(page).getByText(`${other.email} is deactivated`)).toBeVisible()
  await expect(sure).toBeHidden()
})

test('asks over the form of a refund, which stays as it was typed', async ({ page, database }) => {
  const person = await addPerson(database)
  await signInAs(page, person)
  const email = someone()
  const session = await placed(page.request, email, 'florist', 'product-nuclear-bad')
  await atProvider(session, 'pay', '4242424242424242')
  const found = async () => {
    const { body } = await callApi(page, 'GET', `/admin/orders?q=${email}`)
    return (body['rows'] as { id: string; reference: string; paymentStatus: string }[])[0]
  }
  await expect.poll(async () => (await found())?.paymentStatus).toBe('paid')
  const order = await found()
  await longAgo(database, person)

  await page.goto(`/admin/orders/${order?.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Refund' }).click()
  const form = page.getByRole('dialog', { name: `Refund ${order?.reference}` })
  await form.getByRole('radio', { name: 'Part of it' }).check()
  await form.getByLabel(/^Amount/).fill('120')
  await form.getByLabel('Reason').fill('Came late')
  const send = form.getByRole('button', { name: 'Refund' })
  await send.click()
  // A press into the question is no press beside the form.
  await question(page).getByText('Enter your password to go on.').click()
  await question(page).getByLabel('Your password').fill('not what it was at all')
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page).getByText('This is not your current password')).toBeVisible()
  await expectHandsome(page, 'a wrong password over a form')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(form.getByLabel(/^Amount/)).toHaveValue('120')
  await expect(form.getByLabel('Reason')).toHaveValue('Came late')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await send.click()
  await question(page).getByLabel('Your password').fill(person.password)
  await question(page).getByLabel('Your password').press('Enter')
  await expect(toasts(page).getByText('$120.00 refunded successfully').first()).toBeVisible()
  await expect(form).toBeHidden()
})
