import { translated, translatePages } from '#tests/support/translate.ts'
import { bought, florist, linkTo } from './florist-orders.ts'
import { DESKTOP, expect, GATE, someone, test } from './shop.ts'
import { signInAs } from './staff.ts'

// Pages that the browser translates. A purchase on one is in odd-devices.spec.ts; the soak translates its other specs, too.

test.use(DESKTOP)

test(
  'on translated pages an order is assigned, with its amounts corrected, and a florist accepts it',
  GATE,
  async ({ page, context, database }) => {
    await translatePages(context)
    await signInAs(page)
    const [shop, order] = [await florist(page, someone()), await bought(database)]
    await page.goto(`/admin/assign-orders/confirm/${order.id}/${shop.id}`)
    await translated(page)
    await expect(page.getByRole('radio', { name: shop.name })).toBeChecked()
    const [cost, fee] = [page.getByLabel('Shop cost ($)'), page.getByLabel('Platform fee ($)')]
    // $63.58 at 80/20.
    await expect(fee).toHaveValue('12.72')
    await cost.fill('70')
    await expect(page.getByText('$6.42 over-allocated')).toBeVisible()
    await cost.fill('65')
    await expect(page.getByText('$1.42 over-allocated')).toBeVisible()
    await page.getByRole('radio', { name: '70/30' }).check({ force: true })
    await expect(page.getByText('Allocation mismatch')).toBeHidden()
    await page.getByRole('button', { name: 'Confirm Assignment' }).click()
    await expect(page.getByText(`${shop.name} has this order now`)).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/assign-orders$/)

    const phone = await context.newPage()
    await phone.goto(await linkTo('/florist', shop.email))
    await translated(phone)
    await phone.getByRole('button', { name: 'Accept' }).click()
    await expect(phone.getByRole('status')).toContainText('It’s yours.')
    await page.goto(`/admin/orders/${order.id}`)
    await translated(page)
    await expect(page.getByRole('definition').filter({ hasText: shop.name })).toContainText('Confirmed')
  },
)
