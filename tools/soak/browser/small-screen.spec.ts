import { enlargeText, expectFits, expectNothingCovered, expectWholeWords } from '#tests/e2e/accessibility.ts'
import { openMarket, PATH, payButton, saveZip, toasts } from '#tests/e2e/flow.ts'
import { AT, expect, fillForm, payWith, ready, someone, test } from '#tests/e2e/shop.ts'

// The whole purchase on the smallest screen, and with text twice as large.

test.describe('320 px wide, with long names', () => {
  test.use({ viewport: { width: 320, height: 568 } })

  test('the ZIP code stands below one row of links, and no word breaks inside', async ({ page }) => {
    await page.goto('/')
    await expectWholeWords(page, 'gate')
    await saveZip(page, '10001')
    for (const path of ['/home?optionId=FLOWER-002', PATH.delivery, PATH.payment()]) {
      await page.goto(path)
      await ready(page)
      await expectWholeWords(page, path)
      const bar = page.getByRole('banner')
      const tops = await bar
        .locator('nav > :visible')
        .evaluateAll((all) => all.map((one) => [one.textContent?.trim(), one.getBoundingClientRect().top]))
      const row = new Map(tops as [string, number][])
      expect(row.get('10001 Change ZIP')).toBeGreaterThan(row.get('Login') ?? Infinity)
      expect(new Set(['Learn', 'FAQ', 'About', 'Login'].map((name) => row.get(name))).size).toBe(1)
    }
    await fillForm(page, someone())
    await page.getByLabel('Your name').fill('Bartholomew Featherstonehaugh-Cholmondeley of Marlborough')
    await page.getByLabel('Recipient’s name').fill('Wilhelmina-Alexandrina Oberstaatsanwältin Rindfleisch')
    await page.getByLabel('City').fill('San Buenaventura de las Lomas Altas del Norte')
    await page.getByLabel('Apology note').fill('I was wrong about the dishwasher.\nBartholomew')
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    await payWith(page, '4242 4242 4242 4242')
    await page.waitForURL(/\/thank-you/)
    await expect(page.getByText(/ORD-/)).toBeVisible()
    await expectWholeWords(page, 'thanks')
    await expectFits(page, 'thanks')
  })

  test.describe('a page that is not there, too', () => {
    // The browser logs its status.
    test.use({ refusals: true })

    test('no word of the other pages breaks inside', async ({ page }) => {
      const pages = [
        '/faq',
        '/terms',
        '/privacy',
        '/refunds',
        '/find-order',
        '/stop',
        '/safety',
        '/login',
        '/nothing',
        '/track',
        '/?waitlist=1',
      ]
      for (const path of [...pages, '/manage', '/choice', '/substitution', '/florist']) {
        await page.goto(path)
        await expectWholeWords(page, path)
      }
    })
  })
})

for (const [name, viewport, textSize] of [
  ['320 px wide', { width: 320, height: 568 }, '100%'],
  ['text at 200 %', { width: 390, height: 844 }, '200%'],
] as const) {
  test.describe(name, () => {
    test.use({ viewport })
    test.beforeEach(({ page }) => enlargeText(page, textSize))

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
      await page.getByLabel('Phone', { exact: true }).focus()
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

    test('no focused element is under a bar', async ({ page }) => {
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
