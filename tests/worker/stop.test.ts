import { readFile } from 'node:fs/promises'
import { drizzle } from 'drizzle-orm/libsql'
import { afterAll, expect, test } from 'vitest'
import { sha256 } from '#api/platform/hash.ts'
import { STOP_CODE_BYTES, stopCode } from '#domain/stop-code.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { order, orderItem } from '#tests/support/rows.ts'
import { htmlFaults } from './valid-html.ts'
import { fieldValue, type Page, sharedShop, Visitor } from './visitor.ts'

// Whoever got flowers stops them by the code of the card, in a browser without JavaScript.

const shop = sharedShop()
afterAll(() => shop.client.close())

const FORM = 'form:has([name=code])'
const UNKNOWN = 'Please check each letter and digit against the card, or call us'
const visitor = new Visitor(shop.url)
const newCode = () => stopCode(crypto.getRandomValues(new Uint8Array(STOP_CODE_BYTES)))

/** An order that was paid, with a code on its card. */
async function bought() {
  const [id, code] = [crypto.randomUUID(), newCode()]
  const db = drizzle(shop.client, { casing: 'snake_case' })
  const row = order({
    id,
    orderReference: `ORD-${id.slice(0, 8).toUpperCase()}`,
    // No other test orders to this house, or as this person.
    deliveryAddress: `${Number.parseInt(id.slice(0, 4), 16)} Quiet St`,
    customerEmail: `${id}@example.com`,
    marketId: 'market-nyc',
    paymentStatus: 'paid',
    paymentReference: id,
    status: 'delivered',
    stopCodeHash: sha256(code),
  })
  await db.insert(orders).values(row)
  await db.insert(orderItems).values(orderItem({ id, orderId: id }))
  return { row, code }
}
const wishesOf = async (id: string) =>
  (
    await shop.client.execute({ sql: 'select kind from blocks where order_id = ? order by kind', args: [id] })
  ).rows.map(({ kind }) => kind)
const chosen = ({ all }: Page) => all('[name=wish][checked]').map(fieldValue)

test('a wish is done at once, the other one can be added, and a reload is no second one', async () => {
  const { row, code } = await bought()
  const typed = code.toLowerCase().replaceAll('-', ' ')
  const done = await visitor.submit(await shop.read('/stop'), FORM, { code: typed, wish: 'sender' })
  expect([done.status, done.texts('h1')]).toEqual([200, ['It’s stopped, as of now.']])
  expect(await wishesOf(row.id)).toEqual(['sender'])
  const both = await visitor.submit(done, FORM)
  expect(both.texts('h1')).toEqual(['It’s stopped, as of now.'])
  expect(await wishesOf(row.id)).toEqual(['recipient', 'sender'])
  expect((await visitor.submit(done, FORM)).status).toBe(200)
  expect(await wishesOf(row.id)).toEqual(['recipient', 'sender'])
  for (const page of [done, both]) {
    expect(await htmlFaults(page)).toEqual([])
    expect(page.url.search).toBe('')
    for (const secret of [row.orderReference, row.customerName, row.customerEmail, row.deliveryAddress])
      expect(page.html).not.toContain(secret)
  }
})

test.each([
  ['nothing', '', 'recipient', { code: 'Please enter the code from the back of the card' }],
  ['half a code', 'K7QF-2M', 'recipient', { code: /^A code has 16 letters and digits\./ }],
  ['the code of no card', newCode(), 'recipient', { code: UNKNOWN }],
  ['no wish', newCode(), '', { wish: 'Please choose one' }],
])('%s is refused at its field, and all that was typed stays', async (_, code, wish, messages) => {
  const page = await visitor.open('/stop', { method: 'POST', body: new URLSearchParams({ code, wish }) })
  expect(page.status).toBe(422)
  for (const [field, message] of Object.entries(messages))
    expect(page.texts(`#${field}-error`)[0]).toMatch(message)
  expect(page.texts('.error').filter(Boolean)).toHaveLength(1)
  expect([fieldValue(page.one('#code')), chosen(page)]).toEqual([code, wish ? [wish] : []])
  expect(await htmlFaults(page)).toEqual([])
})

test('a code in the address fills its field, changes nothing, and stands in no log', async () => {
  const { row, code } = await bought()
  const page = await visitor.open(`/stop?code=${code.toLowerCase()}`)
  expect(fieldValue(page.one('#code'))).toBe(code)
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  await visitor.submit(page, FORM, { wish: 'sender' })
  expect(await wishesOf(row.id)).toEqual(['sender'])
  expect((await visitor.open(`/stop/${code}`)).status).toBe(404)
  const logged = async () => readFile(shop.logPath, 'utf8')
  await expect.poll(logged).toContain('/stop/[code]')
  expect(await logged()).not.toContain(code)
})

test.each([['"><script>alert(1)</script>'], ['x'.repeat(5_000)], ['']])(
  'what is no code in the address leaves the field empty',
  async (code) => {
    const page = await visitor.open(`/stop?${new URLSearchParams({ code })}`)
    expect([page.status, fieldValue(page.one('#code'))]).toEqual([200, ''])
    expect(page.html).not.toContain('alert(1)')
  },
)
