import {
  addressOf,
  BRAND,
  CONFIRMING,
  confirming,
  expectNoFault,
  htmlOf,
  NOBODYS,
  openUnscripted,
  paid,
  refreshOf,
  STATES,
} from './confirmation.ts'
import { AT, expect, test } from './shop.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    for (const { name, make, heading, title } of STATES) {
      test(`${name}: told, with the order on its slip`, async ({ page, request, database }) => {
        const sessionId = await make(request, database)
        await page.goto(addressOf(sessionId))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await expect(page).toHaveTitle(title)
        const summary = page.getByRole('region', { name: 'Order summary' })
        for (const text of [
          'Extremely Bad',
          'Tomorrow',
          '350 5th Ave, Apt 4B',
          'New York, 10001',
          '$95.39',
        ]) {
          await expect(summary).toContainText(text)
        }
        await expect(summary).toContainText(/ORD-[0-9A-Z]{8}/)
        await expect(page.getByRole('img', { name: 'Extremely Bad bouquet' })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Select New Flowers' })).toBeVisible()
        const isPaid = name.startsWith('paid')
        await expect(page.getByRole('link', { name: 'View order status' })).toHaveCount(isPaid ? 1 : 0)
        const steps = page.getByRole('region', { name: 'What happens next' }).getByRole('listitem')
        await expect(steps).toHaveCount(name === 'paid' ? 3 : 0)
        if (!javaScriptEnabled) return
        await expect(page).toHaveURL(`${AT.shop}/thank-you`)
        await expectNoFault(page)
      })
    }

    test('an unknown session shows Unable to load order with a link home', async ({ page }) => {
      await page.goto(addressOf(NOBODYS))
      const problem = page.getByRole('alert')
      await expect(problem.getByRole('heading')).toHaveText('Unable to load order')
      await expect(problem).toContainText('Order not found')
      await expect(page).toHaveTitle(`Thank You | ${BRAND}`)
      if (javaScriptEnabled) await expectNoFault(page)
      await page.getByRole('button', { name: 'Return Home' }).click()
      await expect(page).toHaveURL(/\/\??$/)
    })

    test('without a session, redirects to the start', async ({ page }) => {
      await page.goto('/thank-you')
      await expect(page).toHaveURL(`${AT.shop}/`)
    })
  })
}

test('View order status opens the tracking page of the order, and Back the confirmation', async ({
  page,
  request,
}) => {
  await page.goto(addressOf(await paid(request)))
  await page.getByRole('link', { name: 'View order status' }).click()
  await expect(page).toHaveURL(/\/track#\S+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are on it.')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'View order status' })).toBeVisible()
})

test.describe('the page itself', () => {
  for (const { name, make } of STATES) {
    test(`${name}: no accessibility fault without JavaScript either`, async ({ page, request, database }) => {
      const address = addressOf(await make(request, database))
      await openUnscripted(page, `${address}&look=8`)
      await expect(page.getByRole('link', { name: 'Look again' })).toHaveCount(name === 'confirming' ? 1 : 0)
      await expectNoFault(page)
    })
  }

  test('is private, sends no referrer, and contains only the listed data', async ({ request }) => {
    const sessionId = await paid(request)
    const answer = await request.get(addressOf(sessionId))
    expect(answer.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    const html = await answer.text()
    expect(html).toContain(`<title>Order Confirmed – Extremely Bad | ${BRAND}</title>`)
    expect(html).toMatch(/ORD-[0-9A-Z]{8}/)
    for (const secret of [
      'Sam Sorry',
      '5550177',
      '555-0177',
      '555-0123',
      'dishwasher',
      'payment_intent',
      'pi_',
    ]) {
      expect(html).not.toContain(secret)
    }
  })

  test('refreshes with growing pauses for a minute, then offers to look again', async ({ request }) => {
    const sessionId = await confirming(request)
    const pauses: number[] = []
    let html = await htmlOf(request, addressOf(sessionId))
    for (let next = refreshOf(html); next; next = refreshOf(html)) {
      const [seconds = '', address = ''] = next
      pauses.push(Number(seconds))
      expect(html).toContain(CONFIRMING)
      expect(pauses.length).toBeLessThan(20)
      html = await htmlOf(request, address.replaceAll('&#38;', '&').replaceAll('&amp;', '&'))
    }
    expect(pauses[0]).toBe(2)
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    const minute = pauses.reduce((sum, pause) => sum + pause, 0)
    expect(minute).toBeGreaterThanOrEqual(50)
    expect(minute).toBeLessThanOrEqual(70)
    expect(html).toContain('It is taking longer than usual.')
    expect(html).toContain(`href="${addressOf(sessionId)}"`)
  })

  test('a spoilt counter is none', async ({ request }) => {
    const address = addressOf(await confirming(request))
    for (const look of ['-1', '1.5', 'NaN', 'x', '', '1e999', '0x2']) {
      const html = await htmlOf(request, `${address}&look=${look}`)
      expect(html, look).toContain(CONFIRMING)
      const next = refreshOf(html)
      expect(next === null || /look=[1-8]$/.test(next[1] ?? ''), look).toBe(true)
    }
  })

  test('a spoilt session shows an error and is harmless', async ({ page }) => {
    for (const spoilt of ['x', 'cs_', "cs_test_'%22><script>alert(1)</script>", `cs_${'a'.repeat(300)}`]) {
      await page.goto(`/thank-you?session_id=${spoilt}`)
      const problem = page.getByRole('alert').filter({ hasText: 'Unable to load order' })
      await expect(problem, spoilt).toContainText('This is not a checkout session')
    }
  })
})
