import { expect } from '@playwright/test'
import { toasts } from '#tests/e2e/flow.ts'
import { addPerson } from '#tests/e2e/people.ts'
import { expectMails, mailTo, runScheduled, someone, test } from '#tests/e2e/shop.ts'
import { callApi, firstAdmin, signInAs } from '#tests/e2e/staff.ts'

// Admin users: invite, role, deactivate, reactivate, and who may not go.

test('invites, changes, deactivates and reactivates a user', async ({ page }) => {
  await signInAs(page)
  const email = someone()
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Invite user' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email *').fill(email)
  await page.getByLabel('Role *').selectOption('Member')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toasts(page).getByText(`An invitation is on its way to ${email}`)).toBeVisible()
  await runScheduled()
  await expectMails(email, 1)

  await page.getByRole('searchbox').fill(email)
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByText('Invited', { exact: true }).first()).toBeVisible()
  const does = async (deed: string, said: string) => {
    await page.getByRole('button', { name: deed, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: deed, exact: true }).click()
    await expect(page.getByText(said).first()).toBeVisible()
  }
  await does('Make Admin', `${email} is now an admin`)
  await does('Deactivate', `${email} is deactivated`)
  await does('Reactivate', `${email} can sign in again`)
  await does('Send new invitation', `An invitation is on its way to ${email}`)
  await expect(page.getByText('Changed Role from member to admin')).toBeVisible()
  await does('Deactivate', `${email} is deactivated`)
})

test('an admin removes another user’s second factor', async ({ page, browser, database }) => {
  const person = await addPerson(database, { secondFactor: true })
  await signInAs(page)
  await page.goto(`/admin/users/${person.id}`)
  const remove = page.getByRole('button', { name: 'Remove Two-Factor', exact: true })
  await remove.click()
  const question = page.getByRole('alertdialog', {
    name: `Remove two-factor authentication for ${person.email}?`,
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await remove.click()
  await question.getByRole('button', { name: 'Remove Two-Factor' }).click()
  await expect(page.getByText(`Two-factor authentication removed for ${person.email}`).first()).toBeVisible()
  await expect(remove).toHaveCount(0)
  await expect(page.getByText('Changed Two-factor authentication from on to removed')).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await signInAs(theirs, { email: person.email, password: person.password })
  expect((await callApi(theirs, 'GET', '/auth/sessions')).status).toBe(200)
  await runScheduled()
  await expect
    .poll(async () => (await mailTo(person.email)).map(({ subject }) => subject))
    .toEqual(['An admin turned off your two-factor authentication'])
})

test('does not offer to remove one’s own second factor', async ({ page, database }) => {
  const person = await addPerson(database, { secondFactor: true })
  await callApi(page, 'POST', '/auth/sign-in', { email: person.email, password: person.password })
  await callApi(page, 'POST', '/auth/second-factor', { code: person.recoveryCode })
  await page.goto(`/admin/users/${person.id}`)
  await expect(page.getByText('This is you.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Two-Factor' })).toHaveCount(0)
})

test('an email address that needs two lines breaks after its @', async ({ page }) => {
  const { email } = firstAdmin()
  await signInAs(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin/users?q=${email}`)
  await page.getByRole('table').getByRole('link', { name: email }).click()
  const heading = page.getByRole('heading', { level: 1, name: email })
  const account = page.getByRole('link', { name: email }).last()
  for (const width of [1280, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(heading).toBeVisible()
    for (const place of [heading, account]) {
      if (!(await place.isVisible())) continue
      const lines = await place.evaluate((element) => {
        const domain = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        while (domain.nextNode()) if (!domain.currentNode.textContent?.endsWith('@')) break
        const range = document.createRange()
        range.selectNodeContents(domain.currentNode)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      })
      expect(lines, `${width} px`).toBe(1)
    }
  }
})

test('opening a row right after typing is not undone by the search', async ({ page, database }) => {
  const { email } = await addPerson(database)
  await signInAs(page)
  await page.clock.install()
  await page.goto(`/admin/users?q=${email.slice(0, -1)}`)
  const row = page.getByRole('link', { name: email })
  await expect(row).toBeVisible()
  // Longer on the way than the search waits for the next letter.
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/admin/users/*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('searchbox').fill(email)
  await row.click()
  await page.clock.runFor(1_000)
  gate.resolve()
  await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/users\/[^?]+$/)
})
