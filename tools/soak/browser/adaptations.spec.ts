import type { Client } from '@libsql/client/web'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { FloristOrder, TrackingAnswer } from '#src/lib/order-links.ts'
import { expectNothingCovered } from '#tests/e2e/accessibility.ts'
import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { PATH, saveZip, statusButtons } from '#tests/e2e/flow.ts'
import { expect, ready, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

// People change the look of pages: their own colours, a zoom of 400 %, more room between letters and lines.

const TRACKED: TrackingAnswer = {
  reference: 'ORD-8K2M4Q7T',
  firstName: 'Sam',
  deliveryState: 'NY',
  city: 'New York',
  bouquet: 'Really Bad',
  imageUrl: '/bouquets/really-bad-192.webp',
  promisedBy: '2026-06-04T19:00:00.000Z',
  timeZone: 'America/New_York',
  state: 'on-its-way',
  headline: {
    heading: 'A florist is on it.',
    text: 'Sam, a florist in New York is putting your Really Bad together.',
  },
  isAsked: false,
  attempt: null,
  substitutions: [],
  refund: { refundedCents: 0, requestedCents: 0, inFull: false },
  steps: [
    { step: 'ordered', done: true, at: '2026-06-04T14:59:00.000Z' },
    { step: 'paid', done: true, at: '2026-06-04T15:00:00.000Z' },
    { step: 'accepted', done: true, at: '2026-06-04T15:20:00.000Z' },
    { step: 'ready', done: false, at: null },
    { step: 'delivered', done: false, at: null },
  ],
  photos: [],
}

const AT_FLORIST: FloristOrder = {
  reference: 'ORD-8K2M4Q7T',
  shop: 'Stems',
  status: 'pending',
  view: 'asked',
  headline: {
    heading: 'Can you make this?',
    text: 'Please answer soon. Somebody is waiting.',
    tone: 'open',
  },
  answers: ['accept', 'reject'],
  bouquet: 'Really Bad',
  imageUrl: '/bouquets/really-bad-192.webp',
  promisedBy: '2026-06-04T19:00:00.000Z',
  timeZone: 'America/New_York',
  shareCents: 4000,
  mayBeLate: false,
  lateUntil: null,
  photoSteps: [],
  photos: [],
  showsPhotos: false,
  push: null,
  attempts: [],
  substitution: {
    preference: 'florist',
    mayBeReported: false,
    askUntil: null,
    question: null,
    decided: [],
  },
  delivery: {
    recipientName: 'Robin',
    address: '350 5th Ave',
    unit: 'Apt 4B',
    city: 'New York',
    state: 'NY',
    zip: '10001',
    recipientPhone: '(646) 555-0123',
    senderPhone: '(212) 555-0100',
    instructions: 'Ring twice.',
    specialInstructions: null,
    card: { size: 0, lines: ['I was wrong about the', 'dishwasher.'], rest: '' },
    cardText: 'I was wrong about the dishwasher.',
    changes: [],
  },
}

async function openTracking(page: Page): Promise<void> {
  await page.route('**/api/tracking', (route) => route.fulfill({ json: TRACKED }))
  await page.goto('/track#token')
  await expect(page.getByText('Promised by')).toBeVisible()
}

async function openFlorist(page: Page): Promise<void> {
  await page.route('**/api/florist/order', (route) => route.fulfill({ json: AT_FLORIST }))
  await page.goto('/florist#token')
  await expect(page.getByText('350 5th Ave')).toBeVisible()
}

/** An order of the back office that is assigned to a shop. */
async function assigned(page: Page, database: Client) {
  const order = await bought(database, { customerName: 'Sam Sorry' })
  const shop = await florist(page)
  return { orderId: order.id, shopOrderId: await assign(page, order, shop.id) }
}

test.describe('with the colours of the system', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  /** The part of a step's mark that is painted, in tenths. */
  async function paintedOf(step: Locator): Promise<number> {
    const { x = 0, y = 0 } = (await step.boundingBox()) ?? {}
    const [left = 0, top = 0, width = 0, height = 0] = await step.evaluate((element) => {
      const mark = getComputedStyle(element, '::before')
      return [mark.left, mark.top, mark.width, mark.height].map(Number.parseFloat)
    })
    const clip = { x: x + left, y: y + top, width, height }
    const pixels = await sharp(await step.page().screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer()
    const [ground = 255] = pixels
    return Math.round((10 * pixels.filter((pixel) => Math.abs(pixel - ground) > 64).length) / pixels.length)
  }

  test('tracking marks done, next and coming steps differently', async ({ page }) => {
    await openTracking(page)
    const steps = page.getByRole('listitem').filter({ hasText: /, (done|next|still to come)/ })
    await expect(steps).toHaveCount(5)
    await steps.first().scrollIntoViewIfNeeded()
    const painted: number[] = []
    for (const step of await steps.all()) painted.push(await paintedOf(step))
    const [ordered, paid, accepted, next, coming] = painted
    expect([ordered, paid]).toEqual([accepted, accepted])
    expect(new Set([accepted, next, coming]).size, `painted: ${painted}`).toBe(3)
  })

  /** The colour just inside an element's edge, where its text is not. */
  async function groundOf(element: Locator): Promise<string> {
    const { x = 0, y = 0 } = (await element.boundingBox()) ?? {}
    const picture = await element.page().screenshot({ clip: { x: x + 3, y: y + 8, width: 2, height: 2 } })
    return (await sharp(picture).removeAlpha().raw().toBuffer()).toString('hex')
  }

  test('the back office marks the current screen, status and filter in forced colours', async ({
    page,
    database,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signInAs(page)
    const { orderId } = await assigned(page, database)
    await page.goto(`/admin/orders/${orderId}`)
    const status = (pressed: boolean) => statusButtons(page).and(page.locator(`[aria-pressed=${pressed}]`))
    expect(await groundOf(status(true))).not.toBe(await groundOf(status(false).first()))
    const nav = page.getByRole('navigation', { name: 'Back office' })
    expect(await groundOf(nav.locator('[aria-current]'))).not.toBe(
      await groundOf(nav.getByRole('link', { name: 'Markets' })),
    )
    await page.goto('/admin/waitlist')
    const filter = page.getByRole('group', { name: 'Status' })
    const words = (name: string) => filter.getByText(name, { exact: true })
    expect(await groundOf(words('All'))).not.toBe(await groundOf(words('Contacted')))
  })
})

test.describe('at 400 % zoom on a small laptop', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  /** Bars that stay in their place while the page scrolls, and so cover it. */
  const barsOf = (page: Page) =>
    page.locator('header, [data-bottom-bar], [data-part=bar]').evaluateAll((bars) =>
      bars.flatMap((bar) => {
        const { position } = getComputedStyle(bar)
        return position === 'sticky' || position === 'fixed' ? [`${bar.className}: ${position}`] : []
      }),
    )

  test('no sticky bar covers the purchase or the focused element', async ({ page }) => {
    await saveZip(page, '10001')
    for (const path of ['/?change=1', '/home', PATH.delivery, PATH.payment(), '/faq']) {
      await page.goto(path)
      if (path !== '/faq') await ready(page)
      expect(await barsOf(page), path).toEqual([])
      await expectNothingCovered(page, 30)
    }
  })

  test('no sticky bar covers the phone link of a florist’s order', async ({ page }) => {
    await openFlorist(page)
    expect(await barsOf(page)).toEqual([])
    await expectNothingCovered(page, 20)
  })

  test('no sticky bar covers the back office', async ({ page }) => {
    await signInAs(page)
    await page.goto('/admin/orders')
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    expect(await barsOf(page)).toEqual([])
  })

  test('keeps the sticky bars on a phone in portrait', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/home')
    expect(await barsOf(page)).toHaveLength(2)
  })
})

/** WCAG 1.4.12: what people may set, and lose nothing by it. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`

/** Visible texts that are clipped by an ancestor. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true }))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      if (text.width === 0) continue
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        const { left, right, top, bottom, width } = box.getBoundingClientRect()
        // For screen readers only.
        if (style.clipPath !== 'none' || width <= 1) break
        // It ends in an ellipsis, and tables show the whole of it.
        const isShown = box.matches('[data-truncate]')
        const across = !isShown && cuts(style.overflowX) && (text.left < left - 1 || text.right > right + 1)
        const down = cuts(style.overflowY) && (text.top < top - 1 || text.bottom > bottom + 1)
        if (across || down) found.push(`“${node.textContent.trim()}” in ${box.tagName}.${box.className}`)
        if (isShown) break
      }
    }
    return found
  })
}

/** At each width, no text of the page is cut off by more room between letters, words and lines. */
async function expectNothingCut(page: Page, what: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
    const before = await cutTexts(page)
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }, SPACING)
    const cut = (await cutTexts(page)).filter((text) => !before.includes(text))
    expect(cut, `${what} at ${width} px`).toEqual([])
  }
}

test.describe('with more room between letters, words and lines', () => {
  test('nothing of the shop is cut off, including its name', async ({ page }) => {
    const widths = [390, 1280]
    await saveZip(page, '10001')
    for (const path of [
      '/?change=1',
      '/home',
      PATH.delivery,
      PATH.payment(),
      '/faq',
      '/learn/mess-up-index',
      '/login',
    ]) {
      await page.goto(path)
      await expectNothingCut(page, path, widths)
      await expect(page.getByRole('banner').getByText('Apologize Better')).toBeInViewport({ ratio: 1 })
    }
    await openTracking(page)
    await expectNothingCut(page, 'tracking', widths)
    await openFlorist(page)
    await expectNothingCut(page, 'florist', widths)
  })

  test('no column and no line of the back office is cut off', async ({ page, database }) => {
    await signInAs(page)
    const { orderId, shopOrderId } = await assigned(page, database)
    for (const path of [
      '/admin',
      '/admin/orders',
      '/admin/orders?split=yes',
      `/admin/orders/${orderId}`,
      '/admin/shop-orders',
      '/admin/shop-orders/print',
      `/admin/shop-orders/${shopOrderId}`,
      '/admin/assign-orders',
      '/admin/shops',
      '/admin/markets',
      '/admin/products',
      '/admin/waitlist',
      '/admin/waitlist/demand',
      '/admin/users',
      '/admin/account',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
      await expectNothingCut(page, path, [390, 1024, 1280])
    }
  })
})
