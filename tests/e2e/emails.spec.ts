import { existsSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { runnerImport } from 'vite'
import type * as examples from '#tests/support/emails.ts'
import { expectClean, expectFits } from './accessibility.ts'
import { expect, test } from './shop.ts'

/** The examples of the unit tests. Playwright reads JSX as its own, so that Vite imports them. */
const { EMAILS, ORIGIN } = (await runnerImport<typeof examples>('./tests/support/emails.ts')).module

/** Landmarks are for pages: a mail program shows an email within its own. */
const LETTER = 'body > table'

async function openEmail(page: Page, html: string): Promise<void> {
  await page.setContent(html, { waitUntil: 'load' })
  const broken = await page.evaluate(() =>
    [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
  )
  expect(broken).toEqual([])
}

test.beforeEach(({ page }) =>
  page.route(`${ORIGIN}/**`, (route) => {
    const path = `public${new URL(route.request().url()).pathname}`
    return existsSync(path) ? route.fulfill({ path }) : route.abort()
  }),
)

test('every email fits into 320 px and can be read in the dark', { tag: '@gate' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [name, write] of Object.entries(EMAILS)) {
    const [email] = await Promise.all(write())
    await openEmail(page, email?.html ?? '')
    await expectFits(page, name)
    await expectClean(page, name, LETTER)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 640]) {
    test(`emails with short and long data, ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      for (const [name, write] of Object.entries(EMAILS)) {
        for (const [n, { html }] of (await Promise.all(write())).entries()) {
          await openEmail(page, html)
          await expectFits(page, `${name} ${n}`)
          await expectClean(page, `${name} ${n}`, LETTER)
        }
      }
    })
  }
}
