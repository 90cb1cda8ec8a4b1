import { expect, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

/** The dashboard is none of them: it asks for its chart once it works. */
const SCREENS = [
  'account',
  'waitlist',
  'orders',
  'shop-orders',
  'assign-orders',
  'shops',
  'markets',
  'products',
  'users',
]

// The worker tests weigh what a screen names.
test('a screen of the back office fetches the scripts that it names and no others', async ({ page }) => {
  // Nothing is fetched in advance.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )
  await signInAs(page)
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/_astro\/.*\.js$/.test(pathname)) fetched.add(pathname)
  })
  for (const screen of SCREENS) {
    // The screen before may still fetch something.
    await page.goto('about:blank')
    fetched.clear()
    await page.goto(`/admin/${screen}`)
    await page.waitForLoadState('networkidle')
    const named = (await page.locator('#admin').getAttribute('data-scripts'))?.split(' ')
    expect([...fetched].sort(), screen).toEqual(named?.sort())
  }
})
