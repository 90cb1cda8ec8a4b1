import { expectClean, expectFits } from './accessibility.ts'
import { assign, bought, florist } from './florist-orders.ts'
import { expect, GATE, test } from './shop.ts'
import { signInAs } from './staff.ts'

test('prints today’s sheets and cards at once, by shop', GATE, async ({ page, database }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = 'yes'
    }
  })
  await signInAs(page)
  const shop = await florist(page)
  const promisedBy = new Date().toISOString()
  const warned = await bought(database, {
    promisedBy,
    deliveryInstructions: 'No lilies: there is a cat',
    apologyNote: 'I was wrong about the dishwasher.',
  })
  const plain = await bought(database, {
    promisedBy: new Date(Date.parse(promisedBy) + 1).toISOString(),
    apologyNote: null,
  })
  const specialInstructions = 'White ribbon, and whatever is in season. '.repeat(24).trim()
  await assign(page, warned, shop.id)
  await assign(page, plain, shop.id, { specialInstructions })

  await page.goto('/admin/shop-orders')
  await page.getByRole('link', { name: 'Print today’s' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today’s sheets' })).toBeVisible()
  const own = page.getByRole('region', { name: `${shop.name} · 2 orders` })
  await expect(own.getByRole('listitem')).toContainText([warned.orderReference, plain.orderReference])
  await expect(own).toContainText('No lilies: there is a cat')
  await expectFits(page, 'today’s sheets')
  await expectClean(page, 'today’s sheets')
  await page.getByRole('button', { name: 'Print all' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')

  await page.emulateMedia({ media: 'print' })
  await expect(own).toBeHidden()
  const paper = page.locator('.print-shop').filter({ hasText: shop.name })
  await expect(paper.locator('.print-cover')).toContainText(`${shop.name}`)
  await expect(paper.locator('.print-cover li')).toContainText([
    new RegExp(`${warned.orderReference}.*Card$`),
    new RegExp(`${plain.orderReference}.*No card$`),
  ])
  const sheets = paper.locator('.print-sheet')
  await expect(sheets).toHaveCount(2)
  for (const sheet of await sheets.all()) await expect(sheet).toHaveCSS('break-before', 'page')
  await expect(sheets.first().locator('.print-card')).toContainText('I was wrong about the dishwasher.')
  await expect(sheets.last()).toContainText('No card message.')
  await expect(sheets.last()).toContainText(specialInstructions)

  // Nothing on a sheet is as large as what must not be missed.
  for (const sheet of await sheets.all()) {
    const [instructions, others] = await sheet.evaluate((root) => {
      const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
      const own = root.querySelector('.print-instructions dd')
      const rest = [...root.querySelectorAll('*')].filter((each) => each !== own && !each.contains(own))
      return [own ? sizeOf(own) : 0, Math.max(...rest.map(sizeOf))]
    })
    expect(instructions).toBeGreaterThan(others ?? 0)
  }

  await page.emulateMedia({ media: 'screen' })
  await own.getByRole('link', { name: warned.orderReference }).click()
  await expect(page).toHaveURL(/\/admin\/shop-orders\/[\w-]{36}$/)
})
