import type { Locator, Page } from '@playwright/test'
import { ORDER_STATUSES, statusLabel } from '#domain/order-status.ts'
import { expectFits } from '#tests/e2e/accessibility.ts'
import { bought } from '#tests/e2e/florist-orders.ts'
import { expect, own, test } from '#tests/e2e/shop.ts'
import { openInApp, signInAs } from '#tests/e2e/staff.ts'
import { addLongRows, LONG_MONTH } from './long-rows.ts'

// The tables of the back office hold the longest texts, from phones to wide screens.

type Long = Awaited<ReturnType<typeof addLongRows>>
let long: Long
test.beforeAll(async ({ database }) => {
  long = await addLongRows(database)
})
test.beforeEach(({ page }) => signInAs(page))

type List = {
  name: string
  path: (long: Long) => string
  /** Columns that can be seen from tablets on. */
  columns: readonly string[]
  /** Up to this width of the window its rows have two lines. */
  twoLinesBelow?: number
}

const LISTS: readonly List[] = [
  {
    name: 'orders',
    path: ({ mark }) => `/admin/orders?q=${mark}`,
    columns: ['Order #', 'Customer', 'Status', 'Payment', 'Promised by', 'Shop', 'Total', 'Created'],
    twoLinesBelow: 1280,
  },
  {
    name: 'orders with the split',
    path: ({ mark }) => `/admin/orders?q=${mark}&split=yes`,
    columns: [
      ...['Order #', 'Customer', 'Status', 'Payment', 'Shop', 'Total'],
      ...['Shop Cost', 'Platform Fee', 'Split percent', 'Created'],
    ],
    twoLinesBelow: 1920,
  },
  {
    name: 'shop orders',
    path: ({ mark }) => `/admin/shop-orders?q=${mark}`,
    columns: ['ID', 'Shop', 'Order #', 'Status', 'Payment', 'Promised by', 'Shop cost', 'Created'],
    twoLinesBelow: 1280,
  },
  {
    name: 'products',
    path: ({ mark }) => `/admin/products?q=${mark}`,
    columns: ['Image', 'SKU', 'Title', 'Storefront', 'Price', 'Actions'],
  },
  {
    name: 'shops',
    path: ({ mark }) => `/admin/shops?q=${mark}`,
    columns: [
      ...['Shop', 'Market', 'City', 'Phone', 'Open orders', 'On time'],
      ...['Share', 'Status', 'Actions'],
    ],
    twoLinesBelow: 1280,
  },
  {
    name: 'markets',
    path: ({ mark }) => `/admin/markets?q=${mark}`,
    columns: ['Market', 'Shops', 'ZIP codes', 'Time zone', 'Status', 'Actions'],
  },
  {
    name: 'waitlist',
    path: ({ mark }) => `/admin/waitlist?q=${mark}`,
    columns: ['Email', 'Location', 'Status', 'Notified', 'Added'],
  },
  {
    name: 'demand',
    path: () => '/admin/waitlist/demand',
    columns: ['City', 'Waiting', 'By ZIP code', 'Served by', 'Notified', 'Purchased since', 'Actions'],
    twoLinesBelow: 1280,
  },
  {
    name: 'users',
    path: ({ mark }) => `/admin/users?q=${mark}`,
    columns: ['Email', 'Role', 'Status', 'Last sign-in', 'Two-factor'],
  },
  {
    name: 'statement',
    path: ({ shopId }) => `/admin/shops/${shopId}/statement?month=${LONG_MONTH}`,
    columns: [
      ...['Date', 'Order', 'Order total', 'Platform fee', 'Shop cost'],
      ...['Correction', 'Due', 'Paid', 'Unpaid'],
    ],
    twoLinesBelow: 1280,
  },
  {
    name: 'orders of a shop',
    path: ({ shopId }) => `/admin/shops/${shopId}`,
    columns: ['Customer', 'Status', 'Payment', 'Date', 'Details'],
  },
]

const loaded = async (page: Page): Promise<Locator> => {
  const table = page.getByRole('table').first()
  await expect(table.getByRole('cell').first()).toBeVisible()
  await expect(page.locator('main .skeleton')).toHaveCount(0)
  return table
}

/** Words of rows that stand on two lines; after a hyphen a line may end. */
const brokenWords = (rows: Locator) =>
  rows.evaluateAll((all) => {
    const broken: string[] = []
    const textsOf = (row: Element) => document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
    for (const texts of all.map(textsOf))
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.push(word)
        }
      }
    return broken
  })

/** Headers and dates that are shortened, and amounts that stick out of their cell. */
const misfits = (rows: Locator) =>
  rows.locator('th, td:has(time), td:not(:has([data-truncate]))').evaluateAll((cells) => {
    // A box to choose a row by lies over the room around it, to be large enough for a finger.
    const cut = cells.filter((cell) => {
      if (cell.querySelector('[type=checkbox]')) return false
      const box = cell.querySelector('[data-truncate]') ?? cell
      return cell.checkVisibility() && box.scrollWidth > box.clientWidth
    })
    return cut.map(({ textContent }) => textContent)
  })

const visibleColumns = (table: Locator) =>
  table
    .locator('th')
    .evaluateAll((headers) =>
      headers.filter((each) => each.checkVisibility() && each.textContent).map((each) => each.textContent),
    )

/** Columns that are still not in sight after the table was scrolled to them. */
const outOfReach = (table: Locator) =>
  table.locator('th').evaluateAll((headers) =>
    headers
      .filter((header) => header.checkVisibility())
      .filter((header) => {
        header.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
        const { left, right } = header.getBoundingClientRect()
        const box = header.closest('table')?.parentElement?.getBoundingClientRect() ?? new DOMRect()
        return Math.round(left) < Math.floor(box.left) || Math.round(right) > Math.ceil(box.right)
      })
      .map(({ textContent }) => textContent),
  )

for (const { name, path, columns, twoLinesBelow = 0 } of LISTS) {
  test(`${name}: two lines on a phone, what else there is labelled; else one or two lines of whole words`, async ({
    page,
  }) => {
    await page.goto(path(long))
    const table = await loaded(page)
    const rows = page.locator('main tbody tr')
    const all = page.locator('main :is(thead, tfoot) tr').or(rows)
    await test.step('on a phone every value has a place in the two lines, or its label', async () => {
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expectFits(page, `${name}, ${width} px`)
        expect(await brokenWords(all), `${name}, ${width} px`).toEqual([])
      }
      const unlabelled = await rows.locator('td').evaluateAll((cells) =>
        cells
          // The row's name counts; pictures and buttons speak for themselves.
          .filter(
            (cell) => cell.checkVisibility() && cell.textContent && !cell.querySelector('a, button, img'),
          )
          .filter((cell) => getComputedStyle(cell).gridRowStart === 'auto')
          .filter((cell) => getComputedStyle(cell, '::before').content !== `"${cell.dataset['label']}"`)
          .map(({ textContent }) => textContent),
      )
      expect(unlabelled).toEqual([])
    })
    await test.step('opened, a card has every column', async () => {
      for (const toggle of await page.getByRole('button', { name: /^Show all of / }).all())
        await toggle.click()
      await expectFits(page, `${name}, open`)
      const missing = await rows.locator('td').evaluateAll((cells) =>
        cells
          // An order without a shop has no split.
          .filter((cell) => cell.dataset['label'] && !cell.querySelector('[data-nothing]'))
          .filter((cell) => !cell.checkVisibility())
          .map((cell) => cell.dataset['label']),
      )
      expect(missing).toEqual([])
    })

    for (const width of [768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const state = `${name}, ${width} px`
      await expectFits(page, state)
      const heights = await rows.evaluateAll((each) => each.map((row) => row.getBoundingClientRect().height))
      expect(heights.length, state).toBeGreaterThan(0)
      const header = await table.locator('thead').boundingBox()
      const hasTwoLines = width < twoLinesBelow
      expect(header?.height, `${state}, lines of headers`).toBeLessThanOrEqual(hasTwoLines ? 56 : 42)
      expect(Math.min(...heights), state).toBeGreaterThanOrEqual(44)
      // The name of the longest has four lines, and the email one more.
      expect(Math.max(...heights), state).toBeLessThanOrEqual(hasTwoLines ? 140 : 100)
      expect(await brokenWords(all), state).toEqual([])
      expect(await misfits(all), state).toEqual([])
      expect(await visibleColumns(table), state).toEqual(columns)
      expect(await outOfReach(table), state).toEqual([])
      const hidden = await table.evaluate(
        ({ parentElement: box }) => Number(box?.scrollWidth) - Number(box?.clientWidth),
      )
      expect(hidden, `${state}, pixels out of sight`).toBe(0)
    }
  })
}

test('the header of a table that fits stays in sight while the page scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto(`/admin/shop-orders?q=${long.mark}`)
  await loaded(page)
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, 400)
  const header = page.getByRole('columnheader', { name: 'Shop', exact: true })
  await expect.poll(async () => (await header.boundingBox())?.y).toBe(0)
  await expect(header).toBeInViewport({ ratio: 1 })
})

test('the two-line header of a tablet stays below the bar, one line under the other', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 600 })
  await page.goto(`/admin/orders?q=${long.mark}`)
  const table = await loaded(page)
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 600)
  await expect.poll(async () => (await table.locator('thead').boundingBox())?.y).toBe(56)
  const topOf = async (name: string) =>
    (await page.getByRole('columnheader', { name, exact: true }).boundingBox())?.y ?? 0
  expect(await topOf('Total')).toBeGreaterThan(await topOf('Shop'))
})

test.describe('shortened text', () => {
  const fullText = (page: Page) => page.locator('[data-full-text]')
  const open = async (page: Page) => {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto(`/admin/orders?q=${long.mark}`)
    const row = (await loaded(page)).getByRole('row').nth(1)
    const email = row.getByText(/^bartholomew/)
    return { row, link: row.getByRole('link'), email, whole: (await email.textContent()) ?? '' }
  }

  test('is shown in full while the row has the focus, without further tab stops', async ({ page }) => {
    const { row, link, email, whole } = await open(page)
    expect(await email.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    await page.getByRole('checkbox', { name: 'Select all rows' }).focus()
    await page.keyboard.press('Tab')
    await expect(row.getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    await expect(fullText(page)).toContainText(whole)
    await expect(fullText(page)).toContainText(/^Customer/)
    await expect(row.locator('[tabindex]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(fullText(page)).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(fullText(page)).toBeVisible()
    for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('checkbox', { name: 'Select all rows' })).toBeFocused()
    await expect(fullText(page)).toHaveCount(0)
  })

  test('is shown below the pointer, which can go there, and not where nothing is shortened', async ({
    page,
  }) => {
    const { row, email, whole } = await open(page)
    await email.hover({ force: true })
    await expect(fullText(page)).toContainText(whole)
    await fullText(page).hover()
    await expect(fullText(page)).toContainText(whole)
    await row.getByText('Paid', { exact: true }).hover({ force: true })
    await expect(fullText(page)).toHaveCount(0)
    await page.setViewportSize({ width: 1920, height: 900 })
    await row.getByRole('link').hover()
    await expect(fullText(page)).toHaveCount(0)
  })

  test('is shown to a finger that holds it, and lifting the finger opens nothing', async ({ page }) => {
    const { row, email, whole } = await open(page)
    const box = await email.boundingBox()
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchEnd') =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 8 }],
      })
    await touch('touchStart')
    await expect(fullText(page)).toContainText(whole)
    await touch('touchEnd')
    await expect(fullText(page)).toContainText(whole)
    await expect(page).toHaveURL(/\/admin\/orders\?q=/)
    await row.getByText('Paid', { exact: true }).tap({ force: true })
    await expect(page).toHaveURL(/\/admin\/orders\/[\w-]+$/)
  })
})

test('rows that load are rows, as high as those with usual names', async ({ page, database }) => {
  const customerName = `Sam ${own()}`
  for (let n = 0; n < 10; n++) await bought(database, { customerName })
  await page.setViewportSize({ width: 1280, height: 900 })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/admin\/orders\?/, async (route) => {
    await promise
    await route.continue()
  })
  await openInApp(page, `/admin/orders?q=${encodeURIComponent(customerName)}`)
  await expect(page.locator('tbody .skeleton').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Orders' })).toHaveAttribute('aria-busy', 'true')
  // On a phone too, where rows are laid out as cards.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(11)
  }
  const boxes = () =>
    page.locator('th, tbody tr').evaluateAll((all) =>
      all.map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect()
        return [left, top, width, height].map(Math.round)
      }),
    )
  const before = await boxes()
  expect(before.length).toBeGreaterThan(10)
  resolve()
  await loaded(page)
  expect(await boxes()).toEqual(before)
})

test('a sample order shows as much of its name as any other', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/orders?q=${long.mark}`)
  const table = await loaded(page)
  const widthOfName = async (row: Locator) =>
    (await row.getByText(/^Bartholomew Feather/).boundingBox())?.width ?? 0
  const sample = await widthOfName(table.getByRole('row').filter({ hasText: 'Sample' }))
  const usual = await widthOfName(table.getByRole('row').filter({ hasNotText: 'Sample' }).nth(1))
  expect(sample).toBeGreaterThan(100)
  expect(sample).toBe(usual)
})

test('each status of an order is shown whole in its column', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/orders?q=${long.mark}`)
  const table = await loaded(page)
  const cell = table.getByRole('row').nth(1).locator('[data-label=Status] > [data-truncate]')
  const cut = await cell.evaluate(
    (frame, statuses) =>
      statuses.filter((status) => {
        frame.textContent = status
        return frame.scrollWidth > frame.clientWidth
      }),
    ORDER_STATUSES.map(statusLabel),
  )
  expect(cut).toEqual([])
})

test('words longer than the screen stay within it on records', async ({ page, database }) => {
  const { mark, shopId } = await addLongRows(database)
  const word = `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft${mark}`
  await database.batch(
    [
      ['update shops set name = ?1, street_address = ?1 where id = ?2', shopId],
      [
        'update orders set customer_name = ?1, recipient_name = ?1, apology_note = ?1 where customer_email like ?2',
        mark,
      ],
      [
        'update order_items set title = ?1 where order_id in (select id from orders where customer_email like ?2)',
        mark,
      ],
      [
        'update shop_orders set special_instructions = ?1, shop_notes = ?1, payment_reference = ?1 where shop_id = ?2',
        shopId,
      ],
      ['update products set title = ?1, description = ?1 where sku like ?2', mark],
      ['update markets set name = ?1, paused_reason = ?1 where name like ?2', mark],
      ['update waitlist set city = ?1, story = ?1 where email like ?2', mark],
    ].map(([sql = '', id = '']) => ({ sql, args: [word, sql.includes('like') ? `%${id}%` : id] })),
    'write',
  )
  const first = async (sql: string, arg: string) =>
    (await database.execute({ sql, args: [arg] })).rows[0]?.['id']
  const like = `%${mark}%`
  const order = await first(
    "select id from orders where customer_email like ? and status = 'processing'",
    like,
  )
  const waiting = await first(
    "select id from orders where customer_email like ? and status = 'confirmed'",
    like,
  )
  const screens = [
    `/admin/orders/${order}`,
    `/admin/orders/${order}/edit`,
    `/admin/shop-orders/${await first('select id from shop_orders where shop_id = ?', shopId)}`,
    `/admin/assign-orders/select-shop/${waiting}`,
    `/admin/assign-orders/confirm/${waiting}/${shopId}`,
    `/admin/shops/${shopId}`,
    `/admin/products/${await first('select id from products where sku like ?', like)}`,
    `/admin/markets/${await first('select id from markets where name like ?', like)}`,
    `/admin/waitlist/${await first('select id from waitlist where email like ?', like)}`,
    `/admin/users/${await first('select id from users where email like ?', like)}`,
  ]
  for (const path of screens) {
    await page.goto(path)
    await expect(page.locator('main h2, main dt, main form').first()).toBeVisible()
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFits(page, `${path}, ${width} px`)
    }
  }
})
