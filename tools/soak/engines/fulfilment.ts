import type { Browser } from './drivers/browser.ts'

/** A florist of the seeds, in the market of the purchase. */
export const FLORIST = {
  id: 'shop-perry-street-stems',
  email: 'perry-street-stems@florists.example',
}

/**
 * Signs in and gives an order to the florist.
 * @param shop where the back office is, without a slash at the end
 * @param picture takes a screenshot of the screen that was reached, by its name
 * @throws Error that says what did not appear
 */
export async function assign(
  browser: Browser,
  shop: string,
  orderId: string,
  admin: { email: string; password: string },
  picture: (name: string) => Promise<void>,
) {
  await browser.open(`${shop}/admin/assign-orders/select-shop/${orderId}`)
  await browser.see('Staff sign-in')
  await browser.fill('Email', admin.email)
  await browser.fill('Password', admin.password)
  await picture('7-sign-in')
  await browser.press('Sign In')

  await browser.see('Select Shop')
  await browser.select('2. Shop', FLORIST.id)
  await picture('8-select-shop')
  await browser.press('Continue')

  await browser.see('Platform fee')
  await browser.fill('Shop cost ($)', '70')
  await browser.see('25.39')
  await picture('9-confirm')
  await browser.press('Confirm Assignment')
  // The banner is gone after two seconds, its toast outlives it.
  await browser.see('Order assigned to shop successfully')
  await picture('10-assigned')
}

/**
 * Accepts an order as the florist, behind the link in the email.
 * @throws Error that says what did not appear
 */
export async function answer(browser: Browser, link: string, picture: (name: string) => Promise<void>) {
  await browser.open(link)
  await browser.see('Can you make this?')
  await picture('11-florist')
  await browser.press('Accept')
  await browser.see('It’s yours.')
  await picture('12-accepted')
  await browser.reload()
  await browser.see('It’s yours.')
}
