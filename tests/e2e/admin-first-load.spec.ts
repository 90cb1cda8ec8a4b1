import type { Page } from '@playwright/test'
import { IS_SOAK } from '#tests/support/soak.ts'
import { bought } from './florist-orders.ts'
import type { Person } from './people.ts'
import { appRuns, expect, GATE, own, test } from './shop.ts'
import { callApi, signInAs as signInWith } from './staff.ts'

// The server answers with the screen and its data; the browser asks for nothing of it again.

const signInAs = (page: Page, who?: Person) =>
  signInWith(page, who && { email: who.email, password: who.password })

for (const timezoneId of ['America/New_York', 'Asia/Kolkata']) {
  test.describe(`in ${timezoneId}`, timezoneId === 'Asia/Kolkata' ? GATE : {}, () => {
    test.use({ timezoneId })

    test('every screen takes the page over without asking for its data', async ({ page }) => {
      await signInAs(page)
      const { body: order } = await callApi(page, 'POST', '/admin/orders/sample')
      const { body: products } = await callApi(page, 'GET', '/admin/products')
      const product = (products['rows'] as { id: string }[])[0]?.id
      const paths = [
        '',
        '/orders',
        `/orders/${order['id']}`,
        `/products/${product}/edit`,
        '/account',
        '/problems',
        '/products',
        `/products/${product}`,
        '/products/new',
        '/shops',
        '/shops/new',
        '/markets',
        '/markets/market-sf',
        '/markets/market-sf/edit',
        '/waitlist',
        '/waitlist/demand',
        '/users',
        '/users/new',
        `/orders/${order['id']}/edit`,
        '/orders/nobody',
        '/shop-orders',
        '/assign-orders',
        `/assign-orders/select-shop/${order['id']}`,
      ]
      for (const path of paths.slice(0, IS_SOAK ? paths.length : 4)) {
        const asked: string[] = []
        const note = (request: { url(): string }) => asked.push(new URL(request.url()).pathname)
        page.on('request', note)
        await page.goto(`/admin${path}`)
        await taken(page)
        page.off('request', note)
        expect(
          asked.filter((one) => one.startsWith('/api/')),
          path,
        ).toEqual([])
      }
    })
  })
}

test.describe('for a reader whose zone the server does not know yet', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  test('no list of orders moves when its times become theirs', GATE, async ({ page, database }) => {
    await signInAs(page)
    const customerName = `Rowan ${own()}`
    for (const status of ['delivered', 'confirmed', 'delivered', 'pending'] as const) {
      await bought(database, { customerName, status, promisedBy: '2026-06-04T23:45:00.000Z' })
    }
    await page.addInitScript(() => {
      let shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
        document.documentElement.dataset['shift'] = String(shift)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // The fonts are here then: late ones move lines, too, on a busy machine.
    await page.goto('/admin/orders')
    await taken(page)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.context().clearCookies({ name: 'zone' })
      await page.goto(`/admin/orders?q=${encodeURIComponent(customerName)}`)
      await expect(page.locator('time').filter({ hasText: 'EST' }).first()).toBeAttached()
      await taken(page)
      const shift = await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
      expect(shift, `${width} px`).toBeLessThan(0.005)
    }
  })
})

test('a form holds its record before the scripts are here', async ({ page }) => {
  await signInAs(page)
  const { body: order } = await callApi(page, 'POST', '/admin/orders/sample')
  let gate = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  const entered = () =>
    page
      .locator('main form')
      .first()
      .evaluate((form: HTMLFormElement) =>
        [...form.elements]
          .filter((one) => 'name' in one && 'value' in one && one.name && one.localName !== 'button')
          .map((one) => {
            const { name, type, checked, value } = one as HTMLInputElement
            return [name, type === 'checkbox' || type === 'radio' ? checked : value]
          }),
      )
  for (const path of [
    '/products/product-extremely-bad/edit',
    '/markets/market-sf/edit',
    '/shops/shop-battery-blossom-co/edit',
    `/orders/${order['id']}/edit`,
  ]) {
    gate = Promise.withResolvers()
    await page.goto(`/admin${path}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const before = await entered()
    expect(before.length, path).toBeGreaterThan(3)
    gate.resolve()
    await appRuns(page)
    await taken(page)
    expect(before, path).toEqual(await entered())
  }
})

test('what is typed and pressed before the scripts are here is done once they are', async ({ page }) => {
  await signInAs(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/admin/products/new', { waitUntil: 'commit' })
  await page.getByLabel('Title *').fill('Typed early')
  await page.getByRole('button', { name: 'Create Product' }).click()
  gate.resolve()
  await expect(page.getByText('SKU is required')).toBeVisible()
  await expect(page.getByLabel('Title *')).toHaveValue('Typed early')
  await page.getByLabel('Title *').fill('')
  await expect(page.getByText('Title is required')).toBeVisible()
})

test('the page stays where it is scrolled while the app takes it over', async ({ page }) => {
  await signInAs(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  const top = () => page.evaluate(() => scrollY)
  const ways: Record<string, () => Promise<unknown>> = {
    opened: () => page.goto('/admin/products/new', { waitUntil: 'commit' }),
    reloaded: () => page.reload({ waitUntil: 'commit' }),
  }
  await page.setViewportSize({ width: 390, height: 400 })
  for (const [name, open] of Object.entries(ways)) {
    await open()
    const last = page.getByRole('button', { name: 'Create Product' })
    await expect(last).toBeVisible()
    if (name === 'opened') await last.evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await expect.poll(top, { message: name }).toBeGreaterThan(200)
    const before = await top()
    gate.resolve()
    await appRuns(page)
    await taken(page)
    expect(await top(), name).toBe(before)
  }
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products')
  await expect.poll(top).toBe(0)
})

/** Waits until the app has done what it does at once. */
async function taken(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((rest) => requestAnimationFrame(() => requestIdleCallback(() => rest(null)))),
  )
}

test.describe('a picture that failed before any script ran', GATE, () => {
  // It is an error to the browser's console.
  test.use({ refusals: true })

  test('is replaced by the placeholder', async ({ page }) => {
    await signInAs(page)
    // Others of this shop see the list, too: the picture is gone for this page alone.
    const product = { sku: own(), title: 'Slightly Bad', priceCents: 100, imageUrl: '/share.jpg' }
    expect((await callApi(page, 'POST', '/admin/products', product)).status).toBe(200)
    await page.route(`**${product.imageUrl}`, (route) => route.fulfill({ status: 404 }))
    const failed = page.waitForResponse(`**${product.imageUrl}`)
    await page.route('**/_astro/*.js', async (route) => {
      await failed
      await route.continue()
    })
    await page.goto(`/admin/products?q=${product.sku}`)
    const picture = page.getByRole('img', { name: 'Placeholder' })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })
})
