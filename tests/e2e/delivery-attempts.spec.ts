import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { expectClean, expectFits } from './accessibility.ts'
import { assign, bought, florist, linkTo } from './florist-orders.ts'
import { expectStatus, toasts } from './flow.ts'
import { expect, expectMails, GATE, mailTo, own, runScheduled, someone, test } from './shop.ts'
import { callApi, signInAs } from './staff.ts'

// A delivery attempt: the florist says what happened, the buyer reads it, the owner corrects it.

const LONG_NAME =
  'Bartholomew-Maximilian Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch the Third of Ten'

const door = (page: Page) => page.getByRole('region', { name: 'At the door' })

/** A paid order that its florist has accepted. */
async function accepted(page: Page, database: Client) {
  await signInAs(page)
  const buyer = someone()
  const trackingToken = `track-${own()}`.padEnd(43, 'x')
  const changes = { customerEmail: buyer, isSample: false, trackingToken, promisedBy: inHours(2) }
  const order = await bought(database, changes)
  const shop = await florist(page, someone(), { phone: '(212) 555-0142' })
  const id = await assign(page, order, shop.id)
  const token = new URL(await linkTo('/florist', shop.email), 'http://shop').searchParams.get('token')
  const report = (said: object) =>
    callApi(page, 'POST', '/florist/attempt', { token, key: crypto.randomUUID(), ...said })
  expect((await callApi(page, 'POST', '/florist/answer', { token, answer: 'accept' })).status).toBe(200)
  return { order, shop, id, buyer, report, track: `/track?token=${trackingToken}` }
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('nobody there, recorded, corrected and delivered', GATE, async ({ page, context, database }) => {
  const { order, shop, id, buyer, report, track } = await accepted(page, database)
  expect((await report({ outcome: 'nobody', nextStep: 'at_shop' })).status).toBe(200)

  const shopper = await context.newPage()
  await shopper.goto(track)
  const words = shopper.getByRole('status')
  await expect(words).toContainText('We knocked. Nobody answered.')
  await expect(words).toContainText(
    `They are back at the shop, at ${shop.name}, 1 Quiet St, New York, NY 10014, ready to be collected.`,
  )
  await expectFits(shopper, 'nobody there')
  await expectClean(shopper, 'nobody there')
  await runScheduled()
  await expectMails(buyer, 2)
  expect((await mailTo(buyer)).map(({ subject }) => subject)).toContain(
    `Nobody was there for your flowers (${order.orderReference})`,
  )

  await page.goto(`/admin/orders/${order.id}`)
  await expect(page.getByRole('region', { name: 'Next step' })).toContainText('Nobody was there')
  await expect(door(page)).toContainText('Back at the shop, to be collected')
  await page.goto(`/admin/shop-orders/${id}`)
  await door(page).getByRole('button', { name: 'Record an attempt' }).click()
  const dialog = page.getByRole('dialog', { name: /what happened/i })
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByText('Please say who has the flowers now.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'What happened' }).selectOption('Someone there took it')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByText('Please say who took them')).toBeVisible()
  await expect(dialog.getByLabel('Who took them')).toBeFocused()
  await dialog.getByLabel('Who took them').fill(LONG_NAME)
  await dialog.getByLabel('Set the shop order to delivered').check()
  await expectClean(page, 'the dialog')
  await dialog.getByRole('button', { name: 'Record' }).dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(toasts(page)).toContainText('Attempt recorded')
  await expect(toasts(page)).toContainText('gets an email that the flowers were delivered')
  await expectStatus(page, 'Delivered')
  const attempts = door(page).getByRole('list').getByRole('listitem')
  await expect(attempts).toHaveCount(2)
  await expect(attempts.last()).toContainText(`Someone there took it: ${LONG_NAME}`)

  await attempts.last().getByRole('button', { name: 'Correct' }).press('Enter')
  await expect(dialog).toContainText('The status stays as it is, and the history keeps both.')
  await dialog.getByRole('combobox', { name: 'What happened' }).selectOption('Neighbor')
  await dialog.getByLabel('Who took them').fill('Sam')
  await dialog.getByLabel('Who took them').press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(toasts(page)).toContainText('Outcome corrected')
  await expect(attempts).toHaveCount(2)
  await expect(attempts.last()).toContainText('Neighbor: Sam')
  await expect(attempts.last().locator('s')).toContainText(LONG_NAME)
  await expectStatus(page, 'Delivered')
  await expectFits(page, 'several attempts')
  await expectClean(page, 'several attempts')

  await shopper.reload()
  await expect(words).toContainText('Delivered.')
  await expect(words).toContainText('Left with a neighbor, Sam.')
  await page.goto(`/admin/orders/${order.id}`)
  await expect(page.getByRole('heading', { name: 'Nobody was there' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Delivery outcome corrected')
  await expectFits(page, 'the order with several attempts')
})

test.describe('with a correction that comes second', () => {
  test.use({ refusals: true })

  test('says who was faster, and shows it', async ({ page, database }) => {
    const { id, report } = await accepted(page, database)
    expect((await report({ outcome: 'recipient' })).status).toBe(200)
    await page.goto(`/admin/shop-orders/${id}`)
    await door(page).getByRole('button', { name: 'Correct' }).click()
    const dialog = page.getByRole('dialog', { name: /what happened/i })
    await dialog.getByRole('combobox', { name: 'What happened' }).selectOption('Front desk')
    const { body } = await callApi(page, 'GET', `/admin/shop-orders/${id}`)
    const [attempt] = body['attempts'] as { versions: { id: string }[] }[]
    const faster = { key: crypto.randomUUID(), outcome: 'neighbor', name: 'Sam' }
    const path = `/admin/shop-orders/${id}/attempts/${attempt?.versions[0]?.id}/correction`
    expect((await callApi(page, 'POST', path, faster)).status).toBe(200)
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await expect(dialog.getByRole('alert')).toContainText(/corrected this at .*Please look again/)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(door(page)).toContainText('Neighbor: Sam')
  })
})
