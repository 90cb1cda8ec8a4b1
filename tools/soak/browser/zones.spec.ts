import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { expect, expectMails, mailTo, runScheduled, someone, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// Delivery times are the market's; readers in other zones see the zone's name.

const PROMISED = '2026-06-05T00:00:00.000Z'
const IN_NEW_YORK = '8:00 PM'
const IN_SAN_FRANCISCO = '5:00 PM'

test.describe('a reader in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('sees the zone of San Francisco’s times, not their own', async ({ page, database }) => {
    await signInAs(page)
    const shop = await florist(page)
    const here = await bought(database, { promisedBy: PROMISED, isSample: false, trackingToken: null })
    const there = await bought(database, { promisedBy: PROMISED, timeZone: 'America/Los_Angeles' })
    for (const [order, time, zone] of [
      [here, IN_NEW_YORK, ''],
      [there, IN_SAN_FRANCISCO, ' PST'],
    ] as const) {
      const expected = new RegExp(`Jun 4, 2026 at ${time}${zone}(?! ?[A-Z]{3})`)
      await page.goto(`/admin/orders?q=${order.orderReference}`)
      await expect(page.getByRole('row', { name: order.orderReference })).toContainText(expected)
      await page.goto(`/admin/orders/${order.id}`)
      await expect(page.getByRole('main')).toContainText(expected)
      await page.goto(`/admin/assign-orders/select-shop/${order.id}`)
      await expect(page.getByRole('region', { name: order.orderReference })).toContainText(expected)
      const id = await assign(page, order, shop.id)
      await page.goto(`/admin/shop-orders?q=${order.orderReference}`)
      await expect(page.getByRole('row', { name: order.orderReference })).toContainText(expected)
      await page.goto(`/admin/shop-orders/${id}`)
      await expect(page.getByRole('main')).toContainText(expected)
      // Paper has no reader's zone.
      await expect(page.locator('.print-sheet')).toContainText(zone ? `${time}${zone}` : `${time} EST`)
    }
  })
})

test.describe('a reader in San Francisco', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('sees New York’s zone on the assign list, the florist’s page and the tracking page', async ({
    page,
    database,
  }) => {
    await signInAs(page)
    // The soonest of all, so that it is on the first page of the list.
    const promisedBy = '2024-06-05T00:00:00.000Z'
    const trackingToken = crypto.randomUUID()
    const order = await bought(database, { promisedBy, trackingToken })
    await page.goto('/admin/assign-orders')
    await expect(page.getByRole('listitem').filter({ hasText: order.orderReference })).toContainText(
      'Jun 4, 2024 at 8:00 PM EST',
    )
    const email = someone()
    const shop = await florist(page, email)
    await assign(page, order, shop.id)
    await runScheduled()
    await expectMails(email, 1)
    const [mail] = await mailTo(email)
    expect(mail?.subject).toContain('Tue Jun 4, 8 PM EST')
    expect(mail?.text).toContain('Tue Jun 4, 8 PM EST')
    const link = /\/florist\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByText('8 PM EST')).toBeVisible()
    const { status } = await callApi(page, 'POST', '/tracking', { token: trackingToken })
    expect(status).toBe(200)
    await page.goto(`/track#${trackingToken}`)
    await expect(page.getByText('Tue Jun 4, 8 PM EST')).toBeVisible()
  })
})
