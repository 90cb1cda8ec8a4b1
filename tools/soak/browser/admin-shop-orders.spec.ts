import type { Page } from '@playwright/test'
import { layOutCard } from '#domain/card.ts'
import { assign, bought, boughtWithCode, florist } from '#tests/e2e/florist-orders.ts'
import { chooseStatus, expectStatus, toasts } from '#tests/e2e/flow.ts'
import { expect, expectMails, runScheduled, someone, test } from '#tests/e2e/shop.ts'
import { callApi, firstAdmin, openFilters, signInAs } from '#tests/e2e/staff.ts'

// Others who change the same record make the API refuse: the browser logs that.
test.use({ refusals: true })

test('edits a shop order’s status, payment, texts, contacts and link', async ({ page, database }) => {
  await signInAs(page)
  const address = someone()
  const shop = await florist(page, address)
  const order = await bought(database, { apologyNote: 'I was wrong.' })
  const id = await assign(page, order, shop.id)
  const path = `/admin/shop-orders/${id}`
  await page.goto(path)
  const { email } = firstAdmin()
  const region = (name: string) => page.getByRole('region', { name, exact: true })

  await chooseStatus(page, 'Ready')
  await expect(toasts(page).getByText('Shop order status updated to ready')).toBeVisible()
  await expectStatus(page, 'Ready')
  await expect(page.getByText(new RegExp(`^by ${email}, .*\\(just now\\)`))).toBeVisible()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toasts(page).getByText('Payment status updated to paid')).toBeVisible()
  await expect(region('Payment')).toContainText(`${email}, `)
  await expect(page.getByRole('button', { name: 'Mark as pending' })).toBeVisible()

  // A concurrent change of another field is merged; of the same field, the form asks.
  const notes = page.getByLabel('Shop notes')
  await notes.fill('Slow on Mondays')
  const { body } = await callApi(page, 'GET', path)
  const details = { paymentReference: 'Check 7', specialInstructions: null, version: body['version'] }
  expect((await callApi(page, 'PUT', `${path}/notes`, details)).status).toBe(200)
  await page.getByRole('button', { name: 'Save Notes' }).dblclick()
  await expect(toasts(page).getByText('Shop notes updated successfully').first()).toBeVisible()
  await expect(page.getByLabel('Payment reference')).toHaveValue('Check 7')
  await notes.fill('Slow on Tuesdays')
  const { body: now } = await callApi(page, 'GET', path)
  const theirs = { shopNotes: 'Quick by now', version: now['version'] }
  expect((await callApi(page, 'PUT', `${path}/notes`, theirs)).status).toBe(200)
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText('Someone else saved Quick by now')).toBeVisible()
  await expect(notes).toHaveValue('Slow on Tuesdays')
  // The record is slow to reload from here on.
  const gate = Promise.withResolvers<void>()
  const slow = (url: URL) => url.pathname === `/api${path}`
  await page.route(slow, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Notes' }).click()
  // Words that are typed while that is on its way are not taken for saved.
  await notes.pressSequentially(', mostly')
  gate.resolve()
  await expect(page.getByText('Someone else saved')).toBeHidden()
  await expect(notes).toHaveValue('Slow on Tuesdays, mostly')
  await expect(page.getByRole('button', { name: 'Save Notes' })).not.toHaveAttribute('aria-busy')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect
    .poll(async () => (await callApi(page, 'GET', path)).body['shopNotes'])
    .toBe('Slow on Tuesdays, mostly')

  const contacts = region('Contact history').first()
  await contacts.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Contact note cannot be empty')).toBeVisible()
  await contacts.getByLabel('New note').fill('Called at noon')
  await contacts.getByRole('button', { name: 'Add note' }).dblclick()
  await expect(toasts(page).getByText('Contact record added successfully')).toBeVisible()
  await expect(contacts.getByRole('listitem')).toHaveCount(1)
  await expect(contacts.getByRole('listitem')).toContainText(`Called at noon${email}, `)
  await expect(contacts.getByLabel('New note')).toHaveValue('')

  const link = region('Florist’s link')
  await expect(link).toContainText('Not yet')
  // The pointer stays where messages come up, and keeps them there: by keyboard.
  await link.getByRole('button', { name: 'Send a new link' }).press('Enter')
  await expect(toasts(page).getByText(`New link sent to ${address}`)).toBeVisible()
  await runScheduled()
  await expectMails(address, 2)
  await link.getByRole('button', { name: 'Revoke link' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).press('Enter')
  await expect(link).toContainText('No active link.')

  await chooseStatus(page, 'Rejected')
  await page.getByLabel('Reason, if they gave one').fill('Closed for the day')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText(`${shop.name} rejected this order`)).toBeVisible()
  await expect(page.getByText('Closed for the day').first()).toBeVisible()
  // It can be read and assigned again, or its status be set again: nothing can be written.
  const next = page.getByRole('region', { name: 'Next step' })
  await expect(next.getByRole('link', { name: 'Assign to Shop' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expectStatus(page, 'Rejected')
  await expect(page.getByText('Slow on Tuesdays, mostly').first()).toBeVisible()

  const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(timeline.first()).toContainText(`${shop.name}: Ready → Rejected`)
  await expect(timeline.filter({ hasText: 'Called at noon' })).toContainText(`Contact with ${shop.name}`)
  await expect(timeline.filter({ hasText: 'Email: Florist order' }).first()).toContainText(`To ${address}, `)
  const whatHappened = await timeline.count()
  await page.getByRole('link', { name: order.orderReference }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: order.orderReference })).toBeVisible()
  await expect(timeline).toHaveCount(whatHappened)

  await page.goto(`/admin/shop-orders?q=${id.slice(0, 8)}`)
  await expect(page.getByRole('link', { name: order.orderReference })).toBeVisible()
  await openFilters(page)
  await page.getByRole('button', { name: /Show: All Shop Orders/ }).click()
  await page.getByRole('menuitemradio', { name: 'Delivered, not paid' }).click()
  await expect(page.getByText('No matches for')).toBeVisible()
  await expect(page).toHaveURL(/show=to-pay/)
  await page.goto('/admin/shop-orders/nobody')
  await expect(page.getByText('Failed to load shop order with ID nobody')).toBeVisible()
})

const LINES = `“Knives down”, you said.\n\tI said: 'up' & <b>meant it</b> 💐👩🏽‍🌾.\n\n`
const NOTES = [
  // As many lines as the note of an order from before the card had a limit can have.
  'x\n'.repeat(148).concat('end'),
  // The longest that a buyer can write now.
  `${LINES}${'You were right — I’ll load it your way. '.repeat(9)}`.slice(0, 295).concat('Sam.'),
]

const CHANGED = [
  'apologyNote',
  'recipientName',
  'recipientPhone',
  'customerPhone',
  'deliveryAddress',
  'deliveryInstructions',
]

test('prints one page of A4 or Letter with the exact apology note, and the longest texts on two', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const shop = await florist(page)
  const order = await boughtWithCode(page, database, {
    recipientName: 'Alex',
    deliveryAddress: `350 5th Ave, ${'Long Street '.repeat(15)}`.trim(),
    deliveryUnit: 'Apt 4B, second building in the courtyard, third floor',
    deliveryInstructions: 'Ring twice. '.repeat(25).trim(),
  })
  const specialInstructions = `${'White ribbon, no lilies. '.repeat(39)}The end.`
  const id = await assign(page, order, shop.id, { specialInstructions })
  // All that can have changed since the shop was asked.
  await database.execute({
    sql: `insert into order_events (id, order_id, order_reference, kind, actor, data, created_at)
      values (?, ?, ?, 'corrected', 'shopper', ?, ?)`,
    args: [
      crypto.randomUUID(),
      order.id,
      order.orderReference,
      JSON.stringify({
        fields: Object.fromEntries(CHANGED.map((field) => [field, { before: 'a', after: 'b' }])),
      }),
      new Date(Date.now() + 60_000).toISOString(),
    ],
  })
  for (const note of NOTES) {
    await database.execute({
      sql: 'update orders set apology_note = ? where id = ?',
      args: [note, order.id],
    })
    await page.goto(`/admin/shop-orders/${id}`)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    const sheet = page.locator('.print-sheet')
    await expect(sheet).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(sheet).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(0)
    for (const part of [
      order.orderReference,
      'Alex',
      '350 5th Ave',
      'Apt 4B',
      'New York, NY 10001',
      'Ring twice',
    ]) {
      await expect(sheet).toContainText(part)
    }
    await expect(sheet).toContainText(
      /Changed since it was offered: Card message, .*; Delivery instructions, /,
    )
    await expect(sheet).toContainText(specialInstructions)
    await expect(sheet).not.toContainText('$')
    const { lines, rest } = layOutCard(note)
    const card = sheet.locator('.note-card > p').first()
    await expect(card).toHaveJSProperty('innerText', lines.join('\n'))
    if (rest) await expect(sheet).toContainText(rest)
    const outside = await card.evaluate((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const frame = text.parentElement?.getBoundingClientRect() ?? new DOMRect()
      const sticksOut = ({ left, right, top, bottom }: DOMRect) =>
        left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom
      return [...range.getClientRects()].filter(sticksOut).length
    })
    expect(outside, 'lines of the note that are not inside its card').toBe(0)
    expect(await pagesOf(page)).toEqual({ A4: 2, Letter: 2 })
    await page.emulateMedia({ media: 'screen' })
  }
  await database.execute({
    sql: 'update shop_orders set special_instructions = null where id = ?',
    args: [id],
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect(await pagesOf(page)).toEqual({ A4: 1, Letter: 1 })
})

async function pagesOf(page: Page) {
  const pages = async (format: string) =>
    (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  return { A4: await pages('A4'), Letter: await pages('Letter') }
}
