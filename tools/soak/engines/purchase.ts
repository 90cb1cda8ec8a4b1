import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, TIMEOUT_MS } from './drivers/browser.ts'

/**
 * A purchase from the ZIP to the thanks, with a reload at the end: the confirmation must still be there.
 * @param shop where the shop is, without a slash at the end
 * @param email of the buyer
 * @param picture takes a screenshot of the screen that was reached, by its name
 * @throws Error that says what did not appear
 */
export async function buy(
  browser: Browser,
  shop: string,
  email: string,
  picture: (name: string) => Promise<void>,
) {
  await browser.open(`${shop}/`)
  await browser.see('You’ve said enough')
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
  for (const [label, text] of Object.entries({ Email: email, ...ADDRESS })) await browser.fill(label, text)
  await browser.select('State', 'NY')
  await picture('4-checkout')
  await browser.press('Continue to Payment')

  await browser.see('Card number')
  for (const [label, text] of Object.entries(CARD)) await browser.fill(label, text)
  await picture('5-payment')
  await browser.press('Pay $')

  await arrive(browser, `${shop}/thank-you`)
  await browser.see('ORD-')
  await picture('6-thanks')
  await browser.reload()
  await arrive(browser, `${shop}/thank-you`)
  await browser.see('ORD-')
}

const ADDRESS = {
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

/** Waits for an address. Without storage the session stays in it. @throws Error when the browser is elsewhere */
async function arrive(browser: Browser, expected: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    // While one page leaves and the next one comes, neither can be asked.
    const address = await browser.address().catch(() => '')
    if (address.replace(/\?.*/, '') === expected) return
    if (Date.now() > deadline) throw new Error(`The browser is at ${address}, not at ${expected}`)
    await sleep(100)
  }
}
