import type { Page } from '@playwright/test'
import { saveZip } from './flow.ts'
import { AT, DESKTOP, expect, GATE, ordersOf, ready, someone, test } from './shop.ts'

// The whole purchase with nothing but Tab, Shift+Tab, arrows, Space, Enter and letters.

test.use(DESKTOP)

/** The focused element: its name for a person, and whether one can see that it has the focus. */
type Focus = { name: string; visible: boolean; inView: boolean; top: number; left: number }

async function focus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const at = document.activeElement as HTMLElement
    const labelled = (at.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
    const label = 'labels' in at ? ((at as HTMLInputElement).labels?.[0]?.firstChild?.textContent ?? '') : ''
    const name = at.getAttribute('aria-label') ?? (labelled.trim() || label.trim() || at.textContent || '')
    // A radio button shows its focus on its card.
    const shown = at.closest('label') ?? at
    const style = getComputedStyle(shown)
    const box = shown.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)]
    const above = document.elementFromPoint(x, y)
    return {
      name: name.trim().replace(/\s+/g, ' '),
      visible:
        (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') ||
        // The hosted page, which is not ours, draws its ring as a shadow.
        (location.pathname.startsWith('/c/pay/') && style.boxShadow !== 'none'),
      inView: above !== null && (shown.contains(above) || above.contains(shown)),
      top: box.top + scrollY,
      left: box.left,
    }
  })
}

/** Presses Tab until the focus is on `name`; every stop on the way must be visible. Returns the names passed. */
async function tabTo(page: Page, name: RegExp, key = 'Tab', most = 30): Promise<string[]> {
  const passed: string[] = []
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key)
    const now = await focus(page)
    passed.push(now.name)
    expect(now, `focus on “${now.name}” can be seen`).toMatchObject({ visible: true, inView: true })
    if (name.test(now.name)) return passed
  }
  throw new Error(`Tab never came to ${name}; it came to ${passed.join(', ')}`)
}

test('buys with the keyboard only', async ({ page, database }) => {
  const email = someone()
  await page.goto('/')
  await ready(page)
  expect(await tabTo(page, /ZIP code/)).toEqual([
    'Skip to content',
    'Apologize Better',
    ...(await topLinks(page)),
    'Delivery ZIP code',
  ])
  await page.keyboard.type('10001')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')

  await ready(page)
  await tabTo(page, /Bad$/)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Extremely Bad' })).toBeChecked()
  // One stop for the whole group.
  expect(await tabTo(page, /Complete Purchase/)).toEqual(['Complete Purchase'])
  await page.keyboard.press('Shift+Tab')
  expect((await focus(page)).name).toBe('Extremely Bad')
  await page.keyboard.press('Enter')

  await page.waitForURL('**/delivery-options?**')
  await ready(page)
  const options = page.getByRole('radio')
  await tabTo(page, /next hour|Tomorrow/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(options.last()).toBeChecked()
  expect(await tabTo(page, /Continue to Checkout/)).toEqual(['Continue to Checkout'])
  expect(await tabTo(page, /Back to selection/)).toEqual(['Back to selection'])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')

  await page.waitForURL('**/payment?**')
  await ready(page)
  await tabTo(page, /^Your name$/)
  const answers: [RegExp, string][] = [
    [/^Email$/, email],
    [/^Phone$/, '2125550100'],
    [/^Text me about this order$/, ' '],
    [/^Terms$/, ''],
    [/^privacy$/, ''],
    [/^Recipient’s name/, 'Alex'],
    [/^Recipient’s phone/, '6465550123'],
    [/^Street address$/, '350 5th Ave'],
    [/^Apt, suite, floor/, 'Apt 4B'],
    [/^City$/, ''],
    [/^State$/, ''],
    [/^ZIP code$/, ''],
    [/^Delivery instructions$/, 'Ring twice.'],
    [/^Apology note$/, 'I was wrong. Sam'],
  ]
  await page.keyboard.type('Sam Sorry')
  for (const [name, text] of answers) {
    // The order of the focus is the order of the page: each is the next stop.
    expect(await tabTo(page, name)).toHaveLength(1)
    if (text) await page.keyboard.type(text)
  }
  await expect(page.getByLabel('Text me about this order')).toBeChecked()
  await expect(page.getByLabel('City')).toHaveValue('New York')
  await expect(page.getByLabel('State')).toHaveValue('NY')
  expect(await tabTo(page, /Continue to Payment/)).toEqual([
    'If a flower is missing',
    'Change',
    'Continue to Payment',
  ])
  await page.keyboard.press('Enter')

  await page.waitForURL(`${AT.payments}/**`)
  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expiry', '1234'],
    ['CVC', '123'],
    ['Name on card', 'Sam Sorry'],
  ] as const) {
    await tabTo(page, new RegExp(`^${label}`))
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/thank-you/)
  await expect(page.getByText(email)).toBeVisible()
  await tabTo(page, /Select New Flowers/)
  expect(await ordersOf(database, email)).toMatchObject([{ payment_status: 'paid' }])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/(home)?$/)
})

async function topLinks(page: Page): Promise<string[]> {
  const links = page.getByRole('banner').getByRole('navigation').locator(':is(a, button):visible')
  return (await links.allInnerTexts()).map((text) => text.trim()).filter(Boolean)
}

test('the skip link works and a toast can be dismissed', async ({ page }) => {
  await saveZip(page, '10001')
  await page.goto('/payment?optionId=FLOWER-001&deliveryOption=tomorrow&canceled=true')
  await ready(page)
  await page.keyboard.press('Tab')
  expect(await focus(page)).toMatchObject({ name: 'Skip to content', visible: true, inView: true })
  await page.keyboard.press('Enter')
  await tabTo(page, /^Your name$/)
  await page.keyboard.press('Shift+Tab')
  // The toast came last and stands last; it must not be in the way of anyone, and must be reachable.
  await tabTo(page, /Dismiss/, 'Tab', 40)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Payment canceled. Please try again.')).toBeHidden()
})

test(
  'Enter submits a complete form once and an incomplete one not at all',
  GATE,
  async ({ page, database }) => {
    const email = someone()
    await saveZip(page, '10001')
    await page.goto('/payment?optionId=FLOWER-001&deliveryOption=tomorrow')
    await ready(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('create-checkout-session')) asked.push(request.method())
    })
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Phone', { exact: true }).fill('2125550100')
    await page.getByLabel('Your name').fill('Sam Sorry')
    await page.getByLabel('Street address').fill('350 5th Ave')
    await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled()
    expect(asked).toEqual([])
    await page.getByLabel('Street address').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${AT.payments}/**`)
    expect(asked).toEqual(['POST'])
    expect(await ordersOf(database, email)).toHaveLength(1)
  },
)
