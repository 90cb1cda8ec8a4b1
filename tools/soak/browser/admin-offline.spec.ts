import type { BrowserContext, Page } from '@playwright/test'
import { AT, appRuns, expect, intercept, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

/** With what is added to an address that is asked for again. */
const SCRIPTS = '**/_astro/*.js*'

/**
 * A page that fetches no other screens while it is idle. One of its own, because the browser logs what it could not load as
 * an error.
 */
async function pageThatSavesData(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  return page
}

test('offline, an unloaded screen shows a message and loads with the connection', async ({ context }) => {
  const page = await pageThatSavesData(context)
  await signInAs(page)
  await page.goto('/admin')
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

test.describe('scripts that cannot be loaded', () => {
  test('are said at once, and reloading helps', async ({ context }) => {
    const page = await context.newPage()
    await signInAs(page)
    const letThrough = await intercept(context, SCRIPTS, (route) => route.abort())
    // The app will not run.
    await page.goto('/admin/products?q=nuclear', { waitUntil: 'load' })
    const message = page.getByRole('alert')
    await expect(message).toContainText('Part of this page could not be loaded.')
    // The data stays, and so do links.
    await expect(page.getByRole('link', { name: 'Nuclear Bad', exact: true })).toBeVisible()
    letThrough()
    await message.getByRole('link', { name: 'Reload' }).click()
    await appRuns(page)
    await expect(message).toBeHidden()
    await expect(page).toHaveURL(`${AT.shop}/admin/products?q=nuclear`)
    await page.close()
  })

  test('of a dialog are said, and it opens once they can be', async ({ context }) => {
    const page = await pageThatSavesData(context)
    await signInAs(page)
    await page.goto('/admin/products')
    const letThrough = await intercept(context, SCRIPTS, (route) => route.abort())
    await page.keyboard.press('Control+k')
    const message = page.getByRole('alert')
    await expect(message).toContainText('Part of this page could not be loaded.')
    letThrough()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(message).toBeHidden()
    await page.close()
  })
})
