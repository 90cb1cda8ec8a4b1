import { expectClean, expectFits } from './accessibility.ts'
import { assign, bought, boughtWithCode, florist } from './florist-orders.ts'
import { expect, GATE, test } from './shop.ts'
import { signInAs } from './staff.ts'

test(
  'the card’s back stops flowers by its code, also where there is no card',
  GATE,
  async ({ page, database }) => {
    await signInAs(page)
    const shop = await florist(page)
    const sheet = page.locator('.print-sheet')
    const back = sheet.locator('.print-back')
    /** The number of parts of the card that stand outside of what holds them. */
    const outside = () =>
      sheet.evaluate((root) => {
        const boxes = [...root.querySelectorAll('.print-back, .print-back *, .note-card > p')]
        return boxes.filter((box) => {
          const around = (box.parentElement ?? root).getBoundingClientRect()
          const { left, right, top, bottom } = box.getBoundingClientRect()
          const isIn = left >= around.left - 1 && right <= around.right + 1
          return !(isIn && top >= around.top - 1 && bottom <= around.bottom + 1)
        }).length
      })
    let code = ''
    for (const [apologyNote, words] of [
      [`${'I am so sorry. '.repeat(19)}Sam`, /^Card for .*: the right half becomes the back\.$/],
      [null, /^Small card for .* put it with the flowers\.$/],
    ] as const) {
      const order = await boughtWithCode(page, database, { apologyNote })
      const id = await assign(page, order, shop.id)
      await page.goto(`/admin/shop-orders/${id}`)
      await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
      await expect(back).toBeHidden()
      await page.emulateMedia({ media: 'print' })
      await expect(sheet.locator('.print-card > p')).toHaveText(words)
      await expect(back).toContainText('apologizebetter.example/stop')
      await expect(back).toContainText('Or call (555) 555-0142, 24/7.')
      expect(await outside()).toBe(0)
      code = (await back.locator('b').last().textContent()) ?? ''
      expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
      for (const format of ['A4', 'Letter']) {
        const pages = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)
        expect(pages, format).toHaveLength(1)
      }
      await page.emulateMedia({ media: 'screen' })
    }

    await page.goto('/stop')
    await expectFits(page, 'the form')
    await expectClean(page, 'the form')
    await page.getByLabel('Code from the card').fill(code.toLowerCase().replaceAll('-', ' '))
    await page.getByText('No more from this sender').click()
    await page.getByRole('button', { name: 'Stop them' }).click()
    await expect(page.getByRole('heading', { name: 'It’s stopped, as of now.' })).toBeVisible()
    await expectClean(page, 'what was stopped')
    await page.getByRole('button', { name: 'Also stop everything from this shop' }).click()
    await expect(page.getByText('We bring nothing more to you at this address').first()).toBeVisible()
  },
)

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
