import { AT, expect, test } from './shop.ts'
import { signInAs } from './staff.ts'

test('offline, an unloaded screen shows a message and loads with the connection', async ({ context }) => {
  // The browser itself logs what it could not load as an error: a page of its own.
  const page = await context.newPage()
  // At rest it would fetch all screens.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await signInAs(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Markets' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not loaded')
  await expect(page.getByRole('alert')).toContainText('Please check your connection and try again.')
  await expect(page).toHaveURL(`${AT.shop}/admin/markets`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toContainText('Still no connection.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Markets')
  await page.close()
})
