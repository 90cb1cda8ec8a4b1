import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { platformProfile } from '#tests/support/played-platforms.ts'
import { AT, checkoutField, expect, GATE, NOTE, ordersOf, payWith, ready, someone, test } from './shop.ts'

test.describe.configure({ retries: 0 })

const GOOD = '4242 4242 4242 4242'

let platform: Server
let profile = ''
test.beforeAll(async () => {
  const document = JSON.stringify(platformProfile({ name: 'Pelican' }))
  platform = createServer((_, answer) => answer.end(document)).listen(0, '127.0.0.1')
  await once(platform, 'listening')
  profile = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/`
})
test.afterAll(() => platform.close())

type Body = Record<string, unknown>

test(
  'an assistant finds, prepares and hands over; its buyer writes the card and pays',
  GATE,
  async ({ page, database }) => {
    const { ucp } = await (await fetch(`${AT.shop}/.well-known/ucp`)).json()
    const mcp = ucp.services['dev.ucp.shopping'].find(({ transport }: Body) => transport === 'mcp').endpoint
    const use = async (name: string, sent: Body): Promise<Body> => {
      const meta = { 'ucp-agent': { profile }, 'idempotency-key': crypto.randomUUID() }
      const params = { name, arguments: { meta, ...sent } }
      const answer = await fetch(mcp, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      const { result, error } = await answer.json()
      expect(error).toBeUndefined()
      return result.structuredContent
    }

    const place = { address_country: 'US', postal_code: '10001' }
    const found = await use('search_catalog', {
      catalog: { query: 'roses', filters: { fulfills_to: place } },
    })
    const [{ variants }] = found['products'] as [{ variants: { id: string }[] }]
    const email = someone()
    const created = await use('create_checkout', {
      checkout: {
        line_items: [{ item: { id: variants[0]?.id }, quantity: 1 }],
        buyer: { first_name: 'Sam', last_name: 'Sorry', email },
        fulfillment: {
          methods: [
            {
              type: 'shipping',
              destinations: [
                {
                  ...place,
                  street_address: '350 5th Ave',
                  address_region: 'NY',
                  address_locality: 'New York',
                },
              ],
              groups: [{ selected_option_id: 'tomorrow' }],
            },
          ],
        },
      },
    })
    const codes = (created['messages'] as { code: string; path?: string }[]).map(({ code, path }) => [
      code,
      path,
    ])
    expect(codes).toEqual([
      ['payment_on_site', undefined],
      ['missing', '$.buyer.phone_number'],
    ])
    const total = (created['totals'] as { type: string; amount: number }[]).find(
      ({ type }) => type === 'total',
    )

    await page.goto(String(created['continue_url']))
    await ready(page)
    await expect(page.getByText('Prepared by Pelican.')).toBeVisible()
    await expect(checkoutField(page, 'Your name')).toHaveValue('Sam Sorry')
    await page.getByLabel('Phone', { exact: true }).fill('2125550100')
    await page.getByLabel('Apology note').fill(NOTE)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.waitForURL(`${AT.payments}/**`)
    const id = created['id']
    expect(await use('get_checkout', { id })).toMatchObject({ status: 'requires_escalation' })
    await payWith(page, GOOD)
    await page.waitForURL(/\/thank-you/)
    const reference = /ORD-\w+/.exec((await page.getByText(/ORD-[0-9A-Z]{8}/).textContent()) ?? '')?.[0]

    await expect.poll(async () => (await use('get_checkout', { id }))['status']).toBe('completed')
    expect(await use('get_checkout', { id })).toMatchObject({ order: { label: reference } })
    expect(await ordersOf(database, email)).toMatchObject([
      { payment_status: 'paid', total_cents: total?.amount, apology_note: NOTE },
    ])
  },
)
