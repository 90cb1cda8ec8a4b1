import { fillForm, payWith, ready } from '#tests/e2e/shop.ts'
import { type Recorder, startRecorder } from '#tests/support/analytics.ts'
import { continueButton, expect, test as ownShop } from './own-shop.ts'

// With a measurement id, in a shop of its own, against a recording stand-in of the analytics service.

const test = ownShop.extend<{ recorder: Recorder }>({
  recorder: async ({ shop }, use) => {
    const recorder = await startRecorder(shop.analyticsPort)
    await use(recorder)
    await recorder.close()
  },
})

test('a purchase sends page views with path and query, without personal data', async ({
  page,
  recorder,
  shop,
}) => {
  const expectViews = (count: number) => expect.poll(recorder.locations).toHaveLength(count)
  await page.goto('/')
  await expectViews(1)
  await page.getByLabel('ZIP code').first().fill('10001')
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL('**/home')
  await expectViews(2)
  await page.getByRole('radio', { name: 'Extremely Bad' }).check()
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.waitForURL('**/delivery-options?**')
  await expectViews(3)
  await ready(page)
  await page.getByRole('radio', { name: /^Tomorrow/ }).check()
  await page.getByRole('button', { name: 'Continue to Checkout' }).click()
  await page.waitForURL('**/payment?**')
  await expectViews(4)
  await ready(page)
  await fillForm(page, 'canary@example.com')
  await continueButton(page).click()
  await page.waitForURL(`${shop.paymentsUrl}/**`)
  await payWith(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/thank-you/)
  await expectViews(5)

  expect(recorder.locations().map((address) => address.replace(shop.url, ''))).toEqual([
    '/',
    '/home',
    '/delivery-options?optionId=FLOWER-002&price=89.99&product=Extremely+Bad',
    expect.stringMatching(
      /^\/payment\?(?=.*optionId=FLOWER-002)(?=.*deliveryOption=tomorrow)(?=.*deliveryPrice=0\.00)/,
    ),
    '/thank-you',
  ])
  const everything = recorder.hits.map(({ text }) => text).join('\n')
  expect(everything).not.toMatch(/canary|cs_test|cs_live|10001|dishwasher|Sam Sorry/)
  expect(new Set(recorder.hits.map(({ body }) => body.client_id)).size).toBe(1)
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['zip'])
})

test('a page that the browser prepared counts once, when it is shown', async ({ page, recorder }) => {
  await page.addInitScript(() => {
    let prerendering = true
    Object.defineProperty(document, 'prerendering', { get: () => prerendering })
    Object.assign(window, {
      show: () => {
        prerendering = false
        document.dispatchEvent(new Event('prerenderingchange'))
      },
    })
  })
  await page.addInitScript(() => localStorage.setItem('zip', '10001'))
  await page.goto('/home')
  const zip = page.getByRole('banner').getByText('10001')
  await expect(zip).toBeHidden()
  expect(recorder.hits).toEqual([])
  await page.evaluate('show()')
  await expect(zip).toBeVisible()
  await expect.poll(() => recorder.hits.length).toBe(1)
  await page.evaluate('show()')
  await page.goto('/faq')
  await page.evaluate('show()')
  await expect.poll(recorder.locations).toHaveLength(2)
})

test('a visit ends with its tab', async ({ context, recorder }) => {
  for (let i = 0; i < 2; i++) {
    const tab = await context.newPage()
    await tab.goto('/faq')
    await expect.poll(() => recorder.hits.length).toBe(i + 1)
    await tab.close()
  }
  expect(new Set(recorder.hits.map(({ body }) => body.client_id)).size).toBe(2)
})

test('a visitor does not notice a missing analytics service', async ({ page, recorder }) => {
  recorder.behave('says nothing')
  const before = recorder.hits.length
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto('/home')
  await expect.poll(() => recorder.hits.length).toBeGreaterThan(before)
  await page.getByRole('radio', { name: 'Nuclear Bad' }).check()
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.waitForURL('**/delivery-options?**')
  expect(errors).toEqual([])
  recorder.behave('takes it')
})
