import { readFileSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { PREPARED, prepareCheckout } from '#tests/support/prepared-checkout.ts'
import { htmlFaults } from './valid-html.ts'
import { fieldValue, type Page, sharedShop, someone, Visitor } from './visitor.ts'

// The page of a prepared checkout, in a browser without JavaScript.

const shop = sharedShop()
afterAll(() => shop.client.close())

const db = drizzle(shop.client, { casing: 'snake_case' })
const FORM = '#checkout'
const NOTE = 'I was wrong about the dishwasher. Sam'
const prepare = (changes: Parameters<typeof prepareCheckout>[1] = {}) =>
  prepareCheckout({ db }, { option: 'tomorrow', ...changes })
const stranger = () => new Visitor(shop.url)
const change = (sql: string, id: string) => shop.client.execute({ sql, args: [id] })
const valuesOf = ({ all }: Page) =>
  Object.fromEntries(
    all(`${FORM} [name]`).map((field) => [field.getAttribute('name'), fieldValue(field)] as const),
  )
const ordersOf = async (email: string) =>
  (
    await shop.client.execute({
      sql: 'select payment_status, agent_platform_id, apology_note from orders where customer_email = ?',
      args: [email],
    })
  ).rows

describe('an open checkout', () => {
  test('shows what was prepared, by whom, and asks for nothing but the card', async () => {
    const { path, id } = await prepare({ name: '<b>Pelican</b>' })
    const page = await stranger().open(path)
    expect([page.status, page.texts('h1')]).toEqual([200, ['Almost forgiven']])
    expect(page.texts('#prepared')).toEqual([
      'Prepared by <b>Pelican</b>. Check it, write the card, and pay.',
    ])
    expect(valuesOf(page)).toMatchObject({ ...PREPARED.fields, attemptKey: id, note: '' })
    expect(page.all('[aria-invalid=true]')).toEqual([])
    expect(await htmlFaults(page)).toEqual([])
  })

  test('is kept by nobody, indexed by nobody, and its address goes nowhere', async () => {
    const { path } = await prepare()
    const { headers, one } = await stranger().open(path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(one('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow')
    expect(one('link[rel=canonical]').getAttribute('href')).toMatch(/\/checkout$/)
  })

  test('is not changed by opening it, as previews and scanners do', async () => {
    const { path, id } = await prepare()
    const stored = async () =>
      (await change('select * from prepared_checkouts where id = ?', id)).rows.map((row) => ({ ...row }))
    const before = await stored()
    for (const method of ['GET', 'HEAD']) {
      const answer = await stranger().send(path, { method })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    }
    expect(await stored()).toEqual(before)
    expect((await change('select * from checkout_attempts where key = ?', id)).rows).toEqual([])
  })

  test('leads to the payment page, and a second time to the same one', async () => {
    const email = someone()
    const { path, platformId } = await prepare({ fields: { ...PREPARED.fields, email } })
    const visitor = stranger()
    const page = await visitor.open(path)
    const [paying, again] = [
      await visitor.submit(page, FORM, { note: NOTE }),
      await visitor.submit(page, FORM, { note: NOTE }),
    ]
    expect(paying.url.href).toContain(`${shop.paymentsUrl}/`)
    expect(again.url.href).toBe(paying.url.href)
    expect(await ordersOf(email)).toEqual([
      { payment_status: 'pending', agent_platform_id: platformId, apology_note: NOTE },
    ])
  })

  test('marks what is missing and what the form refuses, and takes it once it is filled in', async () => {
    const email = someone()
    const { phone: _, address: __, ...fields } = PREPARED.fields
    const { path } = await prepare({ fields: { ...fields, email, state: 'NJ' } })
    const visitor = stranger()
    const page = await visitor.open(path)
    expect(page.all('[aria-invalid=true]').map(({ id }) => id)).toEqual(['phone', 'address', 'state'])
    expect(page.texts('.error span')).toContain('ZIP code 10001 is in New York')
    expect(page.texts('[role=alert] .strong')).toEqual(['Before you pay'])
    expect(valuesOf(page)).toMatchObject({ state: 'NJ' })
    expect(await htmlFaults(page)).toEqual([])
    const filled = { phone: '2125550100', address: '350 5th Ave', state: 'NY' }
    const paying = await visitor.submit(page, FORM, filled)
    expect(paying.url.href).toContain(`${shop.paymentsUrl}/`)
    // What the API refuses comes back as it was typed.
    const refused = await visitor.submit(page, FORM, { ...filled, phone: '12' })
    expect([refused.status, refused.all('[aria-invalid=true]').map(({ id }) => id)]).toEqual([422, ['phone']])
    expect(valuesOf(refused)).toMatchObject({ phone: '12', address: '350 5th Ave' })
  })

  test('says of a ZIP code that nobody serves what the form says, with the waitlist', async () => {
    const { path } = await prepare({ fields: { ...PREPARED.fields, zip: '59701', state: 'MT' } })
    const page = await stranger().open(path)
    expect(page.status).toBe(200)
    expect(page.all('[aria-invalid=true]').map(({ id }) => id)).toEqual(['zip'])
    expect(page.texts('#zip-error a')).toEqual(['Join our waitlist!'])
  })

  test('asks for a ZIP code that is missing', async () => {
    const { zip: _, city: __, state: ___, ...fields } = PREPARED.fields
    const none = await new Visitor(shop.url, { zip: '94103' }).open((await prepare({ fields })).path)
    expect(none.all('[aria-invalid=true]').map(({ id }) => id)).toEqual(['city', 'state', 'zip'])
    expect(valuesOf(none)).toMatchObject({ zip: '' })
  })

  test.each([
    ['without a time asks for one', { option: null }, ''],
    ['whose buyer wants another time shows those that are open', {}, '?change=tomorrow'],
  ] as const)('%s, and leads on to the form', async (_, changes, query) => {
    const { path } = await prepare(changes)
    const visitor = stranger()
    const page = await visitor.open(path + query)
    expect([page.status, page.texts('h1')]).toEqual([200, ['When do you need them?']])
    expect(page.all(`${FORM}`)).toEqual([])
    expect(page.all('input[type=radio][checked]').map((each) => each.id || fieldValue(each))).toEqual(
      query ? ['tomorrow'] : [],
    )
    expect(await htmlFaults(page)).toEqual([])
    const form = await visitor.open(`${path}?deliveryOption=tomorrow`)
    expect(form.one(FORM).getAttribute('action')).toContain('deliveryOption=tomorrow')
    const back = await visitor.submit(form, '#change')
    expect(back.texts('h1')).toEqual(['When do you need them?'])
  })
})

describe('a checkout that is over', () => {
  const AT = '2026-06-04T19:05:00.000Z'
  test.each([
    ['canceled', `update prepared_checkouts set canceled_at = '${AT}' where id = ?`],
    ['expired', `update prepared_checkouts set expires_at = '${AT}' where id = ?`],
    [
      'of a blocked platform',
      `update agent_platforms set blocked_at = '${AT}', blocked_by = 'owner'
        where id = (select platform_id from prepared_checkouts where id = ?)`,
    ],
    ['forgotten', 'update prepared_checkouts set content = null where id = ?'],
  ])('that is %s says so, and shows nothing of what was typed', async (_, sql) => {
    const { path, id } = await prepare()
    await change(sql, id)
    const page = await stranger().open(path)
    expect([page.status, page.texts('h1')]).toEqual([410, ['This checkout is closed.']])
    expect(page.html).not.toMatch(/350 5th|sam@example|Alex/)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(await htmlFaults(page)).toEqual([])
  })

  test('takes no order once it was canceled, and does while it has only expired', async () => {
    const email = someone()
    const { path, id } = await prepare({ fields: { ...PREPARED.fields, email } })
    const visitor = stranger()
    const page = await visitor.open(path)
    await change(`update prepared_checkouts set canceled_at = '${AT}' where id = ?`, id)
    const refused = await visitor.submit(page, FORM)
    expect([refused.status, refused.texts('h1')]).toEqual([410, ['This checkout is closed.']])
    expect(await ordersOf(email)).toEqual([])
    await change('update prepared_checkouts set canceled_at = null where id = ?', id)
    await change(`update prepared_checkouts set expires_at = '${AT}' where id = ?`, id)
    const wrong = await visitor.submit(page, FORM, { phone: '12', note: NOTE })
    expect([wrong.status, valuesOf(wrong)['note']]).toEqual([422, NOTE])
    const paying = await visitor.submit(page, FORM)
    expect(paying.url.href).toContain(`${shop.paymentsUrl}/`)
  })

  test.each(['/checkout/none', `/checkout/${'0'.repeat(32)}`, `/checkout/${'x'.repeat(200)}`])(
    '%s is no checkout',
    async (path) => {
      const page = await stranger().open(path)
      expect([page.status, page.texts('h1')]).toEqual([404, ['This checkout is closed.']])
    },
  )

  test('because it is paid names its order, and nothing else of it', async () => {
    const email = someone()
    const { path } = await prepare({ fields: { ...PREPARED.fields, email } })
    const visitor = stranger()
    const paying = await visitor.submit(await visitor.open(path), FORM, { note: NOTE })
    const sessionId = paying.url.pathname.split('/').at(-1) ?? ''
    const paid = await fetch(`${shop.paymentsUrl}/_local/sessions/${sessionId}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card: '4242424242424242' }),
    })
    expect(paid.status).toBe(200)
    await expect.poll(async () => (await ordersOf(email))[0]?.['payment_status']).toBe('paid')
    const page = await stranger().open(path)
    expect([page.status, page.texts('h1')]).toEqual([200, ['This one is paid.']])
    expect(page.text).toMatch(/Your order is ORD-[0-9A-Z]{8}\./)
    expect(page.html).not.toMatch(/350 5th|dishwasher|Alex|cs_test_|session_id/)
    expect(page.html).not.toContain(email)
    expect(await htmlFaults(page)).toEqual([])
  })
})

test('the log has the route and nothing of the secret', async () => {
  const { path, secret } = await prepare()
  const { headers } = await stranger().open(path)
  await stranger().open(`/checkout/${secret}0`)
  const log = () => readFileSync(shop.logPath, 'utf8')
  const id = headers.get('x-request-id') ?? 'none'
  await expect.poll(() => log().includes(id)).toBe(true)
  expect(log()).toContain('"route":"/checkout/[secret]"')
  expect(log()).not.toContain(secret)
})
