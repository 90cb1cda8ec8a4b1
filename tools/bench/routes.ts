import { type APIRequestContext, type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '#local/browser-programs.ts'
import { supervise } from '#local/supervise.ts'
import { builtWorker } from '#local/worker.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { warmClicks } from './clicks.ts'
import { type Environment, openEnvironment, ROOT } from './environment.ts'
import { machineSpeed } from './machine-speed.ts'
import { makeManyOrders } from './many-orders.ts'
import { type Place, visitPages } from './pages.ts'
import { purchase } from './purchase.ts'
import type { Section } from './report.ts'

const BOUQUET = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'

type Size = { visits: number; purchases: number; rounds: number }

/** So many orders stand in the lists when clicks are measured, and so many of them wait for a shop. */
const ORDERS = 1_000
const WAITING = 12

/** Every page in a browser, and the whole purchase on a slow phone. */
export async function benchRoutes(size: Size = { visits: 3, purchases: 3, rounds: 10 }): Promise<Section[]> {
  const environment = await openEnvironment('routes')
  const { folder, ports, settings } = environment
  const worker = supervise(builtWorker(ROOT, folder, ports, settings))
  const executablePath = await findChromium(process.env)
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await worker.ready
    const signedIn = await browser.newContext({ baseURL: environment.origin })
    const places = await placesOf(environment, signedIn)
    return [
      await machineSpeed(browser),
      await visitPages(environment, browser, places, () => signIn(environment, signedIn), size.visits),
      ...(await purchase(environment, browser, size.purchases)),
      await clicksAmongOrders(environment, browser, signedIn, size.rounds),
    ]
  } finally {
    await browser.close()
    await worker.stop()
    await environment.close()
  }
}

async function clicksAmongOrders(
  environment: Environment,
  browser: Browser,
  signedIn: BrowserContext,
  rounds: number,
): Promise<Section> {
  await makeManyOrders(environment.client, ORDERS, new Date())
  const cookies = await signIn(environment, signedIn)
  for (let n = 0; n < WAITING; n++) await call(environment, signedIn.request, '/admin/orders/sample', {})
  return warmClicks(environment, browser, cookies, rounds)
}

async function placesOf(environment: Environment, context: BrowserContext): Promise<Place[]> {
  const { request } = context
  await signIn(environment, context)
  const order = await call(environment, request, '/admin/orders/sample', {})
  const placed = await call(
    environment,
    request,
    '/create-checkout-session',
    checkoutRequest({ deliveryDetails: { option: 'tomorrow' } }),
  )
  await fetch(`http://127.0.0.1:${environment.ports.payments}/_local/sessions/${placed['sessionId']}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242424242424242' }),
  })
  const { rows } = await environment.client.execute('select id from shops order by id limit 1')
  const shop = String(rows[0]?.['id'])
  const flow = { kind: 'flow' } as const
  const publicPage = (path: string): Place => ({ name: path, path, kind: 'public' })
  const screen = (path: string, name = path): Place => ({ name, path, kind: 'admin' })
  return [
    { name: 'ZIP gate', path: '/', ...flow },
    { name: 'bouquets', path: '/home', ...flow },
    { name: 'delivery', path: `/delivery-options?${BOUQUET}`, ...flow },
    {
      name: 'checkout',
      path: `/payment?${BOUQUET}&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false`,
      ...flow,
    },
    { name: 'confirmation', path: `/thank-you?session_id=${placed['sessionId']}`, ...flow },
    ...['/learn', '/learn/anniversary-survival', '/faq', '/about', '/privacy', '/terms', '/refunds'].map(
      publicPage,
    ),
    ...['/track', '/florist', '/login', '/login/forgotten', '/unsubscribe'].map(publicPage),
    screen('/admin'),
    screen('/admin/orders'),
    screen(`/admin/orders/${order['id']}`, '/admin/orders/…'),
    screen('/admin/shop-orders'),
    screen('/admin/assign-orders'),
    screen(`/admin/assign-orders/select-shop/${order['id']}`, '/admin/assign-orders/select-shop/…'),
    screen('/admin/products'),
    screen('/admin/products/product-really-bad', '/admin/products/…'),
    screen('/admin/shops'),
    screen(`/admin/shops/${shop}`, '/admin/shops/…'),
    screen(`/admin/shops/${shop}/statement`, '/admin/shops/…/statement'),
    screen('/admin/markets'),
    screen('/admin/markets/market-sf', '/admin/markets/…'),
    screen('/admin/waitlist'),
    screen('/admin/waitlist/demand'),
    screen('/admin/users'),
    screen('/admin/account'),
  ]
}

async function signIn(environment: Environment, context: BrowserContext) {
  const { adminEmail: email, adminPassword: password } = environment.secrets
  await call(environment, context.request, '/auth/sign-in', { email, password })
  return context.cookies()
}

async function call(environment: Environment, request: APIRequestContext, path: string, data: unknown) {
  const answer = await request.post(`/api${path}`, { data, headers: { origin: environment.origin } })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
