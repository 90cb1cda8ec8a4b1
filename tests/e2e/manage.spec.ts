import type { Client } from '@libsql/client/web'
import { type APIRequestContext, type Browser, expect as check, type Page } from '@playwright/test'
import { expectClean, expectCleanInSoak, expectFits } from './accessibility.ts'
import { atProvider, placed } from './confirmation.ts'
import { assign, florist } from './florist-orders.ts'
import { AT, expect, GATE, mailTo, runScheduled, someone, test } from './shop.ts'
import { signInAs } from './staff.ts'

// The buyer’s own page, behind a link that only the buyer gets.

const EMAIL = /http\S+\/manage\?token=[\w-]+/

/** The newest link to a page in the mails to an address. */
async function linkIn(email: string, link: RegExp): Promise<string> {
  const find = async () => {
    const [mail] = (await mailTo(email)).filter(({ text }) => link.test(text))
    return link.exec(mail?.text ?? '')?.[0]
  }
  await check.poll(find).toBeDefined()
  return (await find()) ?? ''
}

/** A paid order, with its buyer and the link of the confirmation. */
async function bought(request: APIRequestContext) {
  const email = someone()
  await atProvider(await placed(request, email), 'pay', '4242424242424242')
  return { email, link: await linkIn(email, EMAIL) }
}

async function orderOf(database: Client, email: string) {
  const sql = 'select id, order_reference, total_cents from orders where customer_email = ?'
  const [row] = (await database.execute({ sql, args: [email] })).rows
  return {
    id: String(row?.['id']),
    reference: String(row?.['order_reference']),
    totalCents: Number(row?.['total_cents']),
  }
}

const open = (page: Page, question: string) => page.locator('summary', { hasText: question }).click()

/** A page of a browser without JavaScript. */
async function withoutScripts(browser: Browser) {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: AT.shop })
  return { page: await context.newPage(), close: () => context.close() }
}

test('a buyer changes the card until a florist accepts, who sees what changed', async ({
  page,
  context,
  request,
  database,
}) => {
  const { link, email } = await bought(request)
  const bouquet = await orderOf(database, email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your order is confirmed.' })).toBeVisible()
  const order = page.getByRole('region', { name: 'Your order' })
  await expect(order).toContainText('I was wrong about the dishwasher.')
  await expect(order).toContainText('350 5th Ave, Apt 4B')
  await expectClean(page, 'an order')
  await expectFits(page, 'an order')
  await expect(page.getByText(bouquet.reference)).toBeVisible()

  const office = await context.newPage()
  await signInAs(office)
  const shop = await florist(office, someone())
  await assign(office, bouquet, shop.id)
  await runScheduled()
  const phone = await context.newPage()
  await phone.goto(await linkIn(shop.email, /http\S+\/florist\?token=\S+/))
  await expect(phone.getByRole('heading', { name: 'Can you make this?' })).toBeVisible()
  await expect(phone.getByText('Changed since we asked you')).toBeHidden()

  // The keyboard alone is used.
  await page.locator('summary', { hasText: 'Change the note' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Apology note').fill('Forgive me.')
  await page.getByLabel('Apt, suite, floor').fill('Apt 9')
  await expectCleanInSoak(page, 'the form')
  await expectFits(page, 'the form')
  await page.getByRole('button', { name: 'Save Changes' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Saved.')
  await expect(order).toContainText('Forgive me.')
  await page.reload()
  await expect(order).toContainText('350 5th Ave, Apt 9')

  await check
    .poll(async () => (await mailTo(shop.email)).map(({ subject }) => subject))
    .toContain(`Order ${bouquet.reference} has changed: card message and address`)
  await phone.reload()
  await expect(phone.getByText(/^Card message, .*\nAddress, /)).toBeVisible()
  await expect(phone.getByText('Forgive me.')).toBeVisible()
  // The bar at the bottom covers half of what the screen ends with.
  await phone
    .getByRole('link', { name: /350 5th Ave/ })
    .evaluate((link) => link.scrollIntoView({ block: 'center' }))
  await expectCleanInSoak(phone, 'a changed order at the florist’s')
  await phone.getByRole('button', { name: 'Accept' }).click()
  await expect(phone.getByRole('heading', { name: 'It’s yours.' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'A florist is on it.' })).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
  await expect(page.getByText('Something wrong? Call us.')).toBeVisible()
  await expectCleanInSoak(page, 'an accepted order')

  // The shared page shows none of it.
  await page.getByRole('link', { name: 'View order status' }).click()
  await expect(page.getByRole('heading', { name: 'A florist is on it.' })).toBeVisible()
  await expect(page.getByText('Forgive me.')).toHaveCount(0)
  await expect(page.getByText('5th Ave')).toHaveCount(0)
})

test('help with the note replaces a phrase of the card that is saved', async ({ page, request }) => {
  const { link } = await bought(request)
  await page.goto(link)
  await open(page, 'Change the note')
  await page.getByLabel('Apology note').fill('I’m sorry if I hurt you.')
  await page.getByRole('button', { name: 'Help me say it' }).click()
  const help = page.getByRole('dialog', { name: 'Help me say it' })
  await help.getByRole('button', { name: 'Use it: sorry that I' }).click()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('I’m sorry that I hurt you.')
})

test.describe('with refused forms', () => {
  test.use({ refusals: true })

  test('an address that nobody delivers to leads to the waitlist', async ({ page, request }) => {
    const { link } = await bought(request)
    await page.goto(link)
    await open(page, 'Change the note')
    await page.getByLabel('State').selectOption('CA')
    await page.getByLabel('ZIP code').fill('94601')
    await page.getByLabel('Apology note').fill('Kept while the rest is put right.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Please check the marked fields.')
    await expectClean(page, 'a refused form')
    await expectFits(page, 'a refused form')
    await expect(page.getByLabel('Apology note')).toHaveValue('Kept while the rest is put right.')
    await expect(page.getByLabel('ZIP code')).toHaveAttribute('aria-invalid', 'true')
    await page.locator('#deliveryZip-error').getByRole('link', { name: 'Join our waitlist!' }).click()
    await expect(page).toHaveURL(/waitlist=1&zip=94601/)
    await expect(page.getByRole('heading', { name: 'Join the Waitlist' })).toBeVisible()
  })
})

test('a buyer cancels, and gets all of it back', GATE, async ({ page, request }) => {
  const { email, link } = await bought(request)
  await page.goto(link)
  await open(page, 'Cancel this order')
  await expectCleanInSoak(page, 'about to cancel')
  await page.getByRole('button', { name: 'Cancel and refund $95.39' }).click()
  await expect(page.getByRole('heading', { name: /was cancelled|was refunded/ })).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
  await expectCleanInSoak(page, 'a cancelled order')
  await expectFits(page, 'a cancelled order')
  await check
    .poll(async () => (await mailTo(email)).map(({ subject }) => subject))
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Your order was cancelled/),
        expect.stringMatching(/^Refund sent: \$95\.39/),
      ]),
    )
  await page.goto(link)
  await expect(page.getByText(/We refunded all of your payment, \$95\.39/)).toBeVisible()
  // The form of before, once more.
  await page.goBack()
  await page.reload()
  await expect(page.locator('form')).toHaveCount(0)
})

test('everything works without JavaScript', async ({ browser, request }) => {
  const { email, link } = await bought(request)
  const { page, close } = await withoutScripts(browser)
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await open(page, 'Change the note')
  await page.getByLabel('Recipient’s name').fill('Robin')
  await page.getByLabel('Apology note').fill('Two lines.\nThe second.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status')).toContainText('Saved.')
  const order = page.getByRole('region', { name: 'Your order' })
  await expect(order).toContainText('Robin')
  await expect(order).toContainText('Two lines.\nThe second.', { useInnerText: true })
  await open(page, 'Change the note')
  await page.getByLabel('ZIP code').fill('94102')
  await page.getByLabel('State').selectOption('CA')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.locator('#deliveryZip-error')).toContainText('order again for San Francisco')
  await open(page, 'Cancel this order')
  await page.getByRole('button', { name: /^Cancel and refund/ }).click()
  await expect(page.getByRole('heading', { name: /was cancelled|was refunded/ })).toBeVisible()

  await page.goto('/find-order')
  await page.getByLabel('Order reference').fill('ORD-ZZZZZZZZ')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me my links' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email.' })).toBeVisible()
  await close()
})

test('the confirmation is one page on paper, and an entry in a calendar', async ({ page, request }) => {
  const { link } = await bought(request)
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  const file = await request.get(link.replace('/manage?', '/manage/calendar.ics?'))
  expect(file.headers()).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="ORD-\w{8}\.ics"$/),
    'cache-control': 'private, no-store',
  })
  const text = await file.text()
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Flowers arrive by 12 PM EST\r\n/)
  // Calendars are shared.
  expect(text).not.toMatch(/manage|5th Ave|dishwasher/)
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
    'href',
    /calendar\.ics\?token=/,
  )
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('I was wrong about the dishwasher.').first()).toBeVisible()
  for (const hidden of ['Print', 'Save Changes']) {
    await expect(page.getByRole('button', { name: hidden })).toBeHidden()
  }
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test.describe('find my order', () => {
  test.use({ refusals: true })

  test('sends the links again, and says the same of every order', async ({ page, request }) => {
    const { email, link } = await bought(request)
    await page.goto(link)
    const reference = (await page.getByText(/^ORD-\w{8}$/).textContent()) ?? ''
    const before = (await mailTo(email)).length
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Find my order' }).click()
    await expect(page.getByRole('heading', { name: 'Find my order' })).toBeVisible()
    await expectClean(page, 'the form')
    await expectFits(page, 'the form')
    await page.getByRole('button', { name: 'Email me my links' }).click()
    await expect(page.getByLabel('Order reference')).toHaveAccessibleDescription(
      /Order reference is required$/,
    )
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
    await page.getByLabel('Order reference').fill('ORD-1')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me my links' }).click()
    await expect(page.getByRole('alert')).toContainText('A reference is ORD- and eight letters or digits')
    await expectCleanInSoak(page, 'a refused form')
    const said: string[] = []
    for (const typed of ['ORD-ZZZZZZZZ', reference.toLowerCase()]) {
      await page.goto('/find-order')
      await page.getByLabel('Order reference').fill(typed)
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Email me my links' }).click()
      await expect(page.getByRole('heading', { name: 'Check your email.' })).toBeVisible()
      said.push(`${page.url()} ${await page.getByRole('main').textContent()}`)
    }
    expect(new Set(said).size).toBe(1)
    await expectCleanInSoak(page, 'sent')
    await check.poll(async () => (await mailTo(email)).length).toBe(before + 1)
    expect(await linkIn(email, EMAIL)).toBe(link)
  })
})
