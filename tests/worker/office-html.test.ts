import { afterAll, expect, test } from 'vitest'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { htmlFaults } from './valid-html.ts'
import { OWNER, sharedShop, Visitor } from './visitor.ts'

const shop = sharedShop()
afterAll(() => shop.client.close())

const post = (visitor: Visitor, path: string, body: object) =>
  visitor.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The kind of a screen: records of one kind have one. */
const kindOf = (path: string) =>
  path.replace(
    /^(\/admin\/[^/]+)(\/.*)/,
    (_, list, rest) => list + rest.replaceAll(/[^/]*[-\d][^/]*/g, ':id'),
  )

test('every screen of the back office that a link leads to is valid HTML', async () => {
  const admin = new Visitor(shop.url)
  expect((await post(admin, '/api/auth/sign-in', OWNER)).status).toBe(200)
  const form = checkoutRequest({
    deliveryDetails: { option: 'tomorrow' },
    customerInfo: { email: 'html@example.com' },
  })
  const placed = await post(new Visitor(shop.url), '/api/create-checkout-session', form)
  const { sessionId } = (await placed.json()) as { sessionId: string }
  await shop.pay(sessionId)
  const isPaid = async () =>
    (
      await shop.client.execute({
        sql: "select 1 from orders where checkout_session_id = ? and payment_status = 'paid'",
        args: [sessionId],
      })
    ).rows.length
  await expect.poll(isPaid).toBe(1)

  const found = new Map([['/admin', '/admin']])
  const faults: Record<string, string[]> = {}
  for (const path of found.values()) {
    const page = await admin.open(path)
    expect(page.status, path).toBe(200)
    const wrong = await htmlFaults(page)
    if (wrong.length > 0) faults[path] = wrong
    for (const link of page.all('a[href^="/admin"]')) {
      const { pathname } = new URL(link.getAttribute('href') ?? '', shop.url)
      if (!found.has(kindOf(pathname))) found.set(kindOf(pathname), pathname)
    }
  }
  // A list, a record and its form, of every kind.
  expect([...found.keys()]).toEqual(
    expect.arrayContaining([
      '/admin/orders',
      '/admin/orders/:id',
      '/admin/shops/:id/edit',
      '/admin/products/new',
    ]),
  )
  expect(faults).toEqual({})
})
