import { readFileSync } from 'node:fs'
import type { Client } from '@libsql/client/web'
import type { APIRequestContext } from '@playwright/test'
import { monthName, monthOf } from '#domain/statement.ts'
import { photoOf } from '#tests/support/photo.ts'
import { expectClean, expectCleanInSoak, expectFits } from './accessibility.ts'
import { atProvider, placed } from './confirmation.ts'
import { assign, florist, linkTo } from './florist-orders.ts'
import { chooseStatus, expectStatus } from './flow.ts'
import { AT, expect, expectMails, failFirst, GATE, mailTo, runScheduled, someone, test } from './shop.ts'
import { callApi, signInAs } from './staff.ts'

// Issue 6: the florist answers, the shopper follows, the shop is paid.

/** The order of a buyer, once its payment has arrived. */
async function orderOf(database: Client, buyer: string) {
  const sql = "select * from orders where customer_email = ? and payment_status = 'paid'"
  const look = async () => (await database.execute({ sql, args: [buyer] })).rows[0]
  await expect.poll(look).toBeDefined()
  const row = await look()
  return {
    id: String(row?.['id']),
    reference: String(row?.['order_reference']),
    totalCents: Number(row?.['total_cents']),
  }
}

/** Places an order as the form and the payment page do it; those have journeys of their own (purchase.spec.ts). */
async function bought(request: APIRequestContext, database: Client, buyer = someone(), wish?: string) {
  await atProvider(await placed(request, buyer, wish), 'pay', '4242424242424242')
  return orderOf(database, buyer)
}

const PHOTO = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg' }

/** The split of $95.39 at 80/20, and the florist's email. */
const EIGHTY_TWENTY = {
  shopCostCents: 7631,
  platformFeeCents: 1908,
  specialInstructions: 'No lilies, please.',
}

test(
  'bought, assigned, accepted, ready, delivered, paid, on the statement',
  GATE,
  async ({ page, context, request, database }) => {
    const buyer = someone()
    const order = await bought(request, database, buyer)
    await signInAs(page)
    const shop = await florist(page, someone())
    const shopOrderId = await assign(page, order, shop.id, EIGHTY_TWENTY)

    const phone = await context.newPage()
    const asked: string[] = []
    context.on('request', (one) => asked.push(one.url()))
    const link = await linkTo('/florist', shop.email)
    await phone.goto(link)
    const words = phone.getByRole('status')
    await expect(words).toContainText('Can you make this?')
    await expect(phone.getByText('I was wrong about the dishwasher.')).toBeVisible()
    await expect(phone.getByText('No lilies, please.')).toBeVisible()
    const map = phone.getByRole('link', { name: '350 5th Ave' })
    await expect(map.getByText('Apt 4B', { exact: true })).toBeVisible()
    // Maps find the building, not the apartment.
    await expect(map).toHaveAttribute('href', /query=350\+5th\+Ave%2C\+New\+York%2C\+NY\+10001/)
    for (const [name, number] of [
      ['Recipient’s phone (646) 555-0123', 'tel:+16465550123'],
      ['Sender’s phone (212) 555-0177', 'tel:+12125550177'],
    ] as const) {
      await expect(phone.getByRole('link', { name })).toHaveAttribute('href', number)
    }
    // The florist's page shows nothing about the buyer.
    await expect(phone.getByText(/Sam Sorry|@example\.com/)).toHaveCount(0)
    await expectFits(phone, 'the order')
    await expectCleanInSoak(phone, 'the order')

    // The second tap of a double tap neither counts nor hits what has come into its place.
    await phone.getByRole('button', { name: 'Accept' }).dblclick()
    await expect(words).toContainText('It’s yours.')
    const shopper = await context.newPage()
    await shopper.goto(await linkTo('/track', buyer))
    await expect(shopper.getByRole('status')).toContainText('A florist is on it.')
    await expect(shopper.getByRole('listitem').filter({ hasText: 'A florist has it' })).toContainText('done')
    await expect(shopper.getByText(/350 5th Ave|Apt 4B/)).toHaveCount(0)
    await expectFits(shopper, 'on the way')
    await expectCleanInSoak(shopper, 'on the way')

    await page.clock.install()
    await page.goto(`/admin/shop-orders/${shopOrderId}`)
    await expectStatus(page, 'Confirmed')
    // A photo comes first, and Ready after it.
    await phone.getByRole('button', { name: 'Ready', exact: true }).click()
    const chosen = phone.waitForEvent('filechooser')
    await phone.getByRole('button', { name: 'Take a photo' }).click()
    await (await chosen).setFiles({ ...PHOTO, buffer: Buffer.from(await photoOf('#b3273f')) })
    await expect(phone.getByRole('img', { name: 'The bouquet' })).toBeVisible()
    await expectFits(phone, 'the photo')
    await phone.getByRole('button', { name: 'Ready', exact: true }).click()
    await expect(words).toContainText('Ready to go.')
    // An open order screen shows the florist's answer.
    await page.clock.fastForward(20_000)
    await expectStatus(page, 'Ready')
    const door = phone.getByRole('button', { name: 'At the door', exact: true })
    await door.click()
    await phone.getByRole('button', { name: 'Back' }).click()
    await expect(words).toContainText('Ready to go.')
    await door.click()
    await phone.getByRole('button', { name: 'Send' }).click()
    await expect(phone.getByText('Please say who has the flowers now.')).toBeVisible()
    await phone.getByRole('radio', { name: 'Someone there took it' }).check()
    await phone.getByLabel('Their name').fill('Maria')
    await phone.getByRole('button', { name: 'Send' }).click()
    await expect(words).toContainText('Delivered. Thank you.')
    await expect(phone.getByRole('button')).toHaveCount(0)
    await phone.reload()
    await expect(words).toContainText('Delivered. Thank you.')
    // Back at the page after a while, the shopper sees it without asking.
    await shopper.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(shopper.getByRole('status')).toContainText('Delivered.')
    await expect(shopper.getByRole('img', { name: 'The bouquet' })).toBeVisible()
    await expect(shopper.getByText('Maria took them in.')).toBeVisible()
    await runScheduled()
    await expectMails(buyer, 3)
    const subjects = (await mailTo(buyer)).map(({ subject }) => subject.replace(/ \(.*/, ''))
    expect(subjects.toSorted()).toEqual([
      'A florist accepted your order',
      expect.stringMatching(/^Delivered at \d+(:\d\d)? [AP]M EST$/),
      expect.stringMatching(/^Order confirmed: flowers by .* EST$/),
    ])

    const { body } = await callApi(page, 'GET', `/admin/shop-orders/${shopOrderId}`)
    const paid = { paymentStatus: 'paid', version: body['version'] }
    expect((await callApi(page, 'PUT', `/admin/shop-orders/${shopOrderId}/payment`, paid)).status).toBe(200)
    await page.goto(`/admin/shops/${shop.id}`)
    await expect(
      page.getByRole('table', { name: 'Orders of this shop' }).getByRole('row').nth(1),
    ).toContainText(/Sam Sorry.*Delivered.*Paid/)
    // A phone folds most of the amounts.
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'Statement' }).click()
    const month = monthOf(new Date(), 'America/New_York')
    const table = page.getByRole('table', { name: `Statement for ${monthName(month)}` })
    // $95.39 at 80/20.
    const amounts = ['$95.39', '$19.08', '$76.31', '$76.31', '$76.31']
    const cells = table.getByRole('row').filter({ hasText: order.reference }).getByRole('cell')
    await expect(cells.filter({ hasText: '$' }).filter({ hasNotText: '–' })).toHaveText(amounts)
    await expect(page.getByText('for one order')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`statement-${month}.csv`)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    const line = ['Order', 'Delivered', '95.39', '19.08', '76.31', '0.00', '76.31', '76.31', '0.00'].join(
      '","',
    )
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`"${order.reference}","${line}"`)
    expect(lines[2]).toContain('"Total","","","","95.39","19.08","76.31","0.00","76.31","76.31","0.00"')

    // The token is in the address of the page, and of nothing that the page asks for.
    const secret = link.slice('/florist?token='.length)
    expect(phone.url()).toMatch(/\/florist#\S+$/)
    expect(asked.filter((url) => url.includes(secret) && !url.endsWith(link))).toEqual([])
    expect(readFileSync(`.local/${new URL(AT.shop).port}/worker.log`, 'utf8')).not.toContain(
      secret.slice(-40),
    )
  },
)

test.describe('a flower is missing', () => {
  // The first try says nothing of the flowers.
  test.use({ refusals: true })

  test('the sender is asked, says yes, and to the next flower no', async ({
    page,
    context,
    request,
    database,
  }) => {
    const buyer = someone()
    const order = await bought(request, database, buyer, 'ask')
    await signInAs(page)
    const shop = await florist(page, someone())
    await assign(page, order, shop.id)
    const phone = await context.newPage()
    await phone.clock.install()
    await phone.goto(await linkTo('/florist', shop.email))
    await phone.getByRole('button', { name: 'Accept' }).click()
    const words = phone.getByRole('status')
    const dialog = phone.getByRole('dialog', { name: 'Out of a flower?' })
    const miss = async (missing: string, instead: string) => {
      await phone.getByRole('button', { name: 'I need to substitute' }).click()
      await expect(dialog).toContainText('We ask the sender now.')
      await dialog.getByLabel('What is missing').fill(missing)
      await dialog.getByLabel('What goes in instead').fill(instead)
      await dialog.getByRole('button', { name: 'Send' }).dblclick()
      await expect(words).toContainText('We asked the sender.')
      await expect(dialog).toBeHidden()
    }
    const sender = await context.newPage()
    const answer = async (name: string, heading: string) => {
      await runScheduled()
      await sender.goto(await linkTo('/substitution', buyer))
      await expectFits(sender, 'the question')
      await sender.getByRole('button', { name }).click()
      await expect(sender.getByRole('heading', { name: heading })).toBeVisible()
    }

    await phone.getByRole('button', { name: 'I need to substitute' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Please say what is missing')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await miss('pink peonies', 'white ranunculus')
    await expectFits(phone, 'the open question')
    await expectCleanInSoak(phone, 'the open question')
    // The bouquet would hold the other flowers, and a no would come too late.
    await expect(phone.getByRole('button', { name: 'Ready' })).toBeHidden()
    await answer('Yes, go ahead', 'Thank you. They’re on it.')
    // The page looks by itself while somebody waits.
    await phone.clock.fastForward(21_000)
    await expect(words).toContainText('They said yes. Go ahead.')
    await expect(
      phone.getByText('The sender said yes: white ranunculus instead of pink peonies'),
    ).toBeVisible()
    await expect(phone.getByRole('alert')).toHaveCount(0)

    await miss('tulips', 'anemones')
    await phone.getByRole('button', { name: 'Found it after all' }).click()
    await expect(words).toContainText('It’s yours.')
    await miss('eucalyptus', 'olive branches')
    await answer('No, cancel my order', 'Cancelled, as you asked.')
    await phone.clock.fastForward(21_000)
    await expect(words).toContainText('This order was cancelled.')
    await expect(phone.getByText('The sender said no: olive branches instead of eucalyptus')).toBeVisible()
    await expect(phone.getByRole('button')).toHaveCount(0)

    await page.goto(`/admin/orders/${order.id}`)
    const missing = page.getByRole('region', { name: 'Missing flowers' })
    await expect(missing.getByRole('listitem')).toHaveText([
      /^olive branches instead of eucalyptusThe buyer said no/,
      /^anemones instead of tulipsThe florist found/,
      /^white ranunculus instead of pink peoniesThe buyer said yes/,
    ])
    await sender.goto(await linkTo('/track', buyer))
    await expect(sender.getByRole('heading', { name: /cancelled|refunded/ })).toBeVisible()
  })
})

test.describe('without a token', () => {
  test.use({ refusals: true })

  test('offers new links when a mail gateway has dropped the token', async ({
    page,
    context,
    request,
    database,
  }) => {
    const order = await bought(request, database, someone())
    await signInAs(page)
    const shop = await florist(page, someone())
    await assign(page, order, shop.id, EIGHTY_TWENTY)
    const link = await linkTo('/florist', shop.email)
    const phone = await context.newPage()
    await phone.goto('/florist')
    await expect(phone.getByRole('heading', { name: 'This link is incomplete.' })).toBeVisible()
    await expectClean(phone, 'a lost token')
    await expectFits(phone, 'a lost token')
    const send = phone.getByRole('button', { name: 'Email me my links' })
    await send.click()
    await expect(phone.getByText('Email is required')).toBeVisible()
    await phone.getByLabel('Your shop’s email').fill(shop.email)
    await send.click()
    await expect(phone.getByText('their links are on their way')).toBeVisible()
    const mails = async () => (await mailTo(shop.email)).filter(({ text }) => text.includes(link)).length
    await expect.poll(mails).toBe(2)
    await phone.goto('/track')
    await expect(phone.getByRole('heading', { name: 'This link is incomplete.' })).toBeVisible()
    await phone.getByRole('link', { name: 'Email me my links' }).click()
    await expect(phone.getByRole('heading', { name: 'Find my order' })).toBeVisible()
  })
})

test('shows delivered, set back and cancelled orders', async ({ page, context, request, database }) => {
  const order = await bought(request, database)
  await signInAs(page)
  const shop = await florist(page, someone())
  await assign(page, order, shop.id, EIGHTY_TWENTY)
  const phone = await context.newPage()
  await phone.goto(await linkTo('/florist', shop.email))
  const words = phone.getByRole('status')
  await expect(words).toContainText('Can you make this?')

  const setStatus = async (status: string) => {
    await page.goto(`/admin/orders/${order.id}`)
    await chooseStatus(page, status)
    await expectStatus(page, status)
  }
  await setStatus('Delivered')
  await phone.reload()
  await expect(words).toContainText('This order is closed.')
  await expect(phone.getByText('Can you make this?')).toHaveCount(0)
  await expect(phone.getByText('350 5th Ave')).toBeHidden()
  await expect(phone.getByRole('button')).toHaveCount(0)
  await expectFits(phone, 'over')
  await expectClean(phone, 'over')

  await setStatus('Confirmed')
  await phone.reload()
  await expect(words).toContainText('Can you make this?')
  await phone.getByRole('button', { name: 'Accept' }).click()
  await expect(words).toContainText('It’s yours.')
  await setStatus('Cancelled')
  await phone.reload()
  await expect(words).toContainText('This order was cancelled.')
})

test.describe(() => {
  test.use({ refusals: true })

  test('rejects with a reason, retries a lost answer, reassigns, and refuses ended links', async ({
    page,
    context,
    request,
    database,
  }) => {
    const order = await bought(request, database)
    await signInAs(page)
    const shop = await florist(page, someone())
    await assign(page, order, shop.id, EIGHTY_TWENTY)
    const link = await linkTo('/florist', shop.email)

    const phone = await context.newPage()
    await phone.goto(link)
    const words = phone.getByRole('status')
    await phone.getByRole('button', { name: 'Reject' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Why can’t you take it?' })
    await expectClean(phone, 'why not')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByText('Please tell us why, in a word or two.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'We do not have the flowers.' }).check()
    await dialog.getByLabel('Something else').fill('  No peonies left. ')
    await failFirst(phone, '**/api/florist/answer')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(phone.getByRole('alert')).toContainText('Your answer did not get through yet.')
    await expect(words).toContainText('Can you make this?')
    await phone.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(words).toContainText('You rejected this order.')
    await expect(phone.getByText('350 5th Ave')).toBeHidden()
    const { body } = await callApi(page, 'GET', `/admin/assignments/${order.id}`)
    expect(JSON.stringify(body)).toContain('We do not have the flowers. No peonies left.')

    // The link of a reassigned order opens nothing, and neither does an invalid one.
    await assign(page, order, (await florist(page, someone())).id, EIGHTY_TWENTY)
    const changed = link.slice(0, -3) + (link.at(-3) === 'x' ? 'y' : 'x') + link.slice(-2)
    for (const [address, heading] of [
      [link, 'This link is closed.'],
      [changed, 'This link is closed.'],
      ['/florist', 'This link is incomplete.'],
      ['/track#nobody', 'This link doesn’t work.'],
    ] as const) {
      await phone.goto('about:blank')
      await phone.goto(address)
      await expect(words).toContainText(heading)
      await expect(phone.getByText(/350 5th Ave|dishwasher/)).toHaveCount(0)
    }

    // No connection while it is opened: it tries again by itself once there is one.
    await failFirst(phone, '**/api/{florist/order,tracking}')
    await phone.goto('/florist#nonsense')
    await expect(words).toContainText('No connection.')
    await expectFits(phone, 'no connection')
    await phone.evaluate(() => dispatchEvent(new Event('online')))
    await expect(words).toContainText('This link is closed.')
    const headers = (await request.get('/florist')).headers()
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual([
      'no-referrer',
      'private, no-store',
    ])
  })
})
