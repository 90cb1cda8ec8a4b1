import { expect, GATE, test } from './shop.ts'

test('a long unbroken address stays inside the order summary', async ({ page, request }) => {
  const answer = await request.post('/api/create-checkout-session', {
    data: {
      attemptKey: crypto.randomUUID(),
      productId: 'product-nuclear-bad',
      customerInfo: {
        email: `${'long.'.repeat(12)}sam@example.com`,
        phone: '2125550100',
        name: 'Sam Sorry',
        address: `12345 ${'Llanfairpwllgwyngyll'.repeat(4)} Boulevard`,
        city: 'New York',
        state: 'NY',
        zip: '10001',
      },
      deliveryDetails: { option: 'tomorrow' },
    },
  })
  const { sessionId } = (await answer.json()) as { sessionId: string }
  await page.goto(`/thank-you?session_id=${sessionId}`)
  const address = page.getByText(/Llanfair/)
  // The order summary is rendered again after the first look-up.
  await expect(page.getByRole('heading', { name: 'Your payment has not come through yet.' })).toBeVisible()
  await expect(address).toBeVisible()
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const [box, receipt] = [
      await address.boundingBox(),
      await page.getByRole('region', { name: 'Order summary' }).boundingBox(),
    ]
    expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width} px`).toBeLessThan(
      (receipt?.x ?? 0) + (receipt?.width ?? 0),
    )
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `sideways scroll at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('the ZIP field accepts only five digits', async ({ page }) => {
  await page.goto('/')
  const zip = page.getByLabel('ZIP code').first()
  const button = page.getByRole('button', { name: 'Check Availability' })
  await zip.pressSequentially('1a0-0')
  await expect(zip).toHaveValue('100')
  await expect(button).toBeDisabled()
  await zip.pressSequentially('0199')
  await expect(zip).toHaveValue('10001')
  await expect(button).toBeEnabled()
  await zip.press('Enter')
  await page.waitForURL('**/home')
})

test('a saved ZIP skips the gate, and Change ZIP shows it again', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('ZIP code').first().fill('94110')
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL('**/home')
  await page.goto('/')
  await page.waitForURL('**/home')
  await page.goto('/?change=1')
  await expect(page.getByRole('button', { name: 'Check Availability' })).toBeVisible()
  await expect(page).toHaveURL(/change=1/)
})

test('a ZIP saved in local storage skips the gate without the cookie', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => localStorage.setItem('zip', '94110'))
  await page.goto('/')
  await page.waitForURL('**/home')
})

test('an injected script does not run', GATE, async ({ browser }) => {
  // The browser logs the refusal as an error: a page of its own.
  const page = await browser.newPage()
  await page.goto('/')
  const outcome = await page.evaluate(async () => {
    const refused = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        resolve(effectiveDirective),
      )
    })
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.head.append(script)
    return [await refused, document.title]
  })
  expect(outcome).toEqual(['script-src-elem', 'Apologize Better'])
  await page.close()
})

test(
  'a plain form that is pressed twice is sent once, and says so when it takes long',
  GATE,
  async ({ page, context }) => {
    await page.clock.install()
    await page.goto('/find-order')
    let sends = 0
    await context.route('**/find-order', () => {
      sends += 1
    })
    // Its answer comes elsewhere: a page that is about to go cannot be asked.
    await page.locator('main form').evaluate((form) => form.setAttribute('target', '_blank'))
    await page.getByLabel('Order reference').fill('ORD-01234567')
    await page.getByLabel('Email').fill('sam@example.com')
    const button = page.getByRole('button', { name: 'Email me my links' })
    const hint = page.getByText('This takes longer than usual. There’s no need to press again.')
    await button.dblclick()
    await expect.poll(() => sends).toBe(1)
    await page.clock.fastForward(3_100)
    await expect(hint).toBeVisible()
    // It waits longer than an answer can take: the next press counts.
    await page.clock.fastForward(27_100)
    await expect(hint).toHaveCount(0)
    await button.dblclick()
    await expect.poll(() => sends).toBe(2)
  },
)
