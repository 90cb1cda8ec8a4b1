import type { Page } from '@playwright/test'
import { openMarket, PATH, payButton, saveZip, toasts } from './flow.ts'
import { AT, expect, fillForm, payWith, ready, someone, test } from './shop.ts'

// The whole purchase on the smallest screen, and with text twice as large.

/** What does not fit: a page that scrolls sideways, a control that sticks out or is too small for a finger. */
async function misfits(page: Page, smallest = 24): Promise<string[]> {
  return page.evaluate((smallest) => {
    const root = document.documentElement
    const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : []
    for (const control of document.querySelectorAll<HTMLElement>('a, button, input, select, textarea')) {
      // A radio button's target is its card; a link in a sentence is as high as the line (WCAG 2.5.8).
      const target = control.closest<HTMLElement>('.choice') ?? control
      const inSentence = getComputedStyle(control).display === 'inline' && control.tagName === 'A'
      if (!target.checkVisibility({ visibilityProperty: true }) || target.matches('.sr-only')) continue
      const { left, right, width, height } = target.getBoundingClientRect()
      const name = `${control.tagName} ${control.getAttribute('name') ?? control.textContent?.trim()}`
      if (left < 0 || right > root.clientWidth + 0.5) found.push(`${name} sticks out: ${left} to ${right}`)
      const least = target.matches('.button, .control, .choice') ? 44 : smallest
      if (!inSentence && (height < least || width < 24)) found.push(`${name} is ${width} × ${height}`)
    }
    return found
  }, smallest)
}

async function expectFits(page: Page, state: string): Promise<void> {
  expect(await misfits(page), state).toEqual([])
}

/** Goes through the page by Tab: whatever has the focus is neither under the bar at the bottom nor under the one at the top. */
async function expectNothingCovered(page: Page, stops: number): Promise<void> {
  for (let i = 0; i < stops; i++) {
    await page.keyboard.press(i < stops / 2 ? 'Tab' : 'Shift+Tab')
    const covered = await page.evaluate(() => {
      const at = document.activeElement
      // The skip link lies above everything.
      if (!at || at === document.body || at.matches('[href="#content"]')) return null
      const box = at.getBoundingClientRect()
      const bars = [...document.querySelectorAll('.next-bar, header')].filter((bar) => !bar.contains(at))
      const hidden = bars.some((bar) => {
        const { top, bottom } = bar.getBoundingClientRect()
        return box.top < bottom - 1 && box.bottom > top + 1
      })
      return hidden
        ? `${at.getAttribute('name') ?? at.textContent?.trim()} at ${box.top} to ${box.bottom}`
        : null
    })
    expect(covered, 'focus under a bar').toBeNull()
  }
}

for (const [name, viewport, textSize] of [
  ['320 px wide', { width: 320, height: 568 }, '100%'],
  ['text at 200 %', { width: 390, height: 844 }, '200%'],
] as const) {
  test.describe(name, () => {
    test.use({ viewport })
    test.beforeEach(({ page }) =>
      page.addInitScript((size) => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = size
        })
      }, textSize),
    )

    test('the whole purchase fits', async ({ page }) => {
      await page.goto('/')
      await ready(page)
      await expectFits(page, 'gate')
      await page.getByLabel('ZIP code').first().fill('90210')
      await page.getByRole('button', { name: 'Check Availability' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectFits(page, 'waitlist')
      await page.keyboard.press('Escape')
      await page.getByLabel('ZIP code').first().fill('10001')
      await page.getByRole('button', { name: 'Check Availability' }).click()
      await page.waitForURL('**/home')

      await ready(page)
      await expectFits(page, 'bouquets')
      await page.getByRole('radio', { name: 'Nuclear Bad' }).check()
      await expectFits(page, 'bouquet chosen')
      await page.getByRole('button', { name: 'Complete Purchase' }).click()
      await page.waitForURL('**/delivery-options?**')

      await ready(page)
      await expectFits(page, 'times')
      await page.getByRole('radio', { name: 'Tomorrow' }).check()
      await page.getByRole('button', { name: 'Continue to Checkout' }).click()
      await page.waitForURL('**/payment?**')

      await ready(page)
      await expectFits(page, 'checkout')
      await page.getByLabel('Your name').focus()
      await page.getByLabel('Email').focus()
      await page.getByLabel('ZIP code').fill('90210')
      await page.getByLabel('Phone').focus()
      await page.getByLabel('Apology note').focus()
      await expect(page.getByRole('link', { name: 'Join our waitlist!' })).toBeVisible()
      await expectFits(page, 'checkout with messages')
      await fillForm(page, someone())
      await payButton(page).click()
      await page.waitForURL(`${AT.payments}/**`)
      await payWith(page, '4242 4242 4242 4242')
      await page.waitForURL(/\/thank-you/)
      await expect(page.getByText(/ORD-/)).toBeVisible()
      await expectFits(page, 'thanks')
    })

    test('nothing that has the focus is under a bar', async ({ page }) => {
      await saveZip(page, '10001')
      await page.goto('/home')
      await ready(page)
      await expectNothingCovered(page, 10)
      await page.goto(PATH.delivery)
      await ready(page)
      await expectNothingCovered(page, 10)
      await page.goto(PATH.payment())
      await ready(page)
      await fillForm(page, someone())
      await page.getByRole('link', { name: 'Skip to content' }).focus()
      await expectNothingCovered(page, 36)
    })

    test('closed, cancelled and refused fit too', async ({ page, database, browser }) => {
      const zip = await openMarket(database, {
        hour: 15,
        pausedReason: `Our florists are snowed in. ${'Un-believable. '.repeat(8)}`.trim(),
      })
      await saveZip(page, zip)
      await page.goto(PATH.delivery)
      await ready(page)
      await expectFits(page, 'paused')
      await page.goto(`${PATH.payment()}&canceled=1`)
      await expect(toasts(page)).toContainText('Payment canceled')
      await expectFits(page, 'cancelled')
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: AT.shop, viewport })
      const plain = await context.newPage()
      await plain.goto(PATH.payment())
      await plain.locator('#checkout').evaluate((form) => form.setAttribute('novalidate', ''))
      await payButton(plain).click()
      await expect(plain.getByRole('alert')).toBeVisible()
      await plain.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, textSize)
      await expectFits(plain, 'refused')
      await context.close()
    })
  })
}
