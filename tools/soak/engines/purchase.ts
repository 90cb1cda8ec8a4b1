import type { Browser } from './drivers/browser.ts'

/**
 * A purchase from the ZIP to the thanks, with a reload at the end: the confirmation must still be there.
 * @param shop where the shop is, without a slash at the end
 * @param picture takes a screenshot of the screen that was reached, by its name
 * @throws Error that says what did not appear
 */
export async function buy(browser: Browser, shop: string, picture: (name: string) => Promise<void>) {
  await browser.open(`${shop}/`)
  await browser.fill('Delivery ZIP code', '10001')
  await picture('1-zip')
  await browser.press('Check Availability')

  await browser.see('How bad is it?')
  await browser.choose('Extremely Bad')
  await picture('2-bouquets')
  await browser.press('Complete Purchase')

  await browser.see('When do you need them?')
  await browser.choose('Tomorrow')
  await picture('3-delivery')
  await browser.press('Continue to Checkout')

  await browser.see('Almost forgiven')
  for (const [label, text] of Object.entries(ADDRESS)) await browser.fill(label, text)
  await browser.select('State', 'NY')
  await picture('4-checkout')
  await browser.press('Continue to Payment')

  await browser.see('Card number')
  for (const [label, text] of Object.entries(CARD)) await browser.fill(label, text)
  await picture('5-payment')
  await browser.press('Pay $')

  await browser.see('ORD-')
  await expectPath(browser, `${shop}/thank-you`)
  await picture('6-thanks')
  await browser.reload()
  await browser.see('ORD-')
  await expectPath(browser, `${shop}/thank-you`)
}

const ADDRESS = {
  Email: 'sam@example.com',
  Phone: '2125550100',
  'Your name': 'Sam Sorry',
  'Street address': '350 5th Ave',
  City: 'New York',
  'ZIP code': '10001',
}

const CARD = {
  'Card number': '4242424242424242',
  Expiry: '1234',
  CVC: '123',
  'Name on card': 'Sam Sorry',
}

async function expectPath(browser: Browser, expected: string): Promise<void> {
  const address = await browser.address()
  if (address !== expected) throw new Error(`The browser is at ${address}, not at ${expected}`)
}
