import { describe, expect, test } from 'vitest'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()

const send = (request: unknown) => shop.post('/create-checkout-session', request)
const attemptKey = () => crypto.randomUUID()
/** An address that passes the shop's own check and that the provider refuses. */
const REFUSED = { email: 'sam@refused.example' }
const CORRECTED = { email: 'sam@example.com' }
const stateOf = async () =>
  (await shop.db.select().from(orders)).map(({ customerEmail, status, paymentStatus }) => ({
    customerEmail,
    status,
    paymentStatus,
  }))

describe('a session that the provider refuses', () => {
  test('names the field of the refused parameter', async () => {
    const { status, body } = await send(checkoutRequest({ customerInfo: REFUSED }))
    expect([status, body['error']]).toEqual([
      422,
      {
        code: 'invalid',
        message: 'Please check the marked fields.',
        issues: [{ path: 'customerInfo.email', message: 'Please enter a valid email address' }],
        requestId: expect.any(String),
      },
    ])
  })

  test.each([
    ['metadata[note]', 'customerInfo.note'],
    ['metadata[note_2]', 'customerInfo.note'],
    ['metadata[recipient_phone]', 'customerInfo.recipientPhone'],
    ['metadata[address]', 'customerInfo.address'],
    ['metadata[customer_name]', 'customerInfo.name'],
  ])('names the field behind %s', async (param, path) => {
    refuseWith(param)
    const { status, body } = await send(checkoutRequest())
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({
      issues: [{ path, message: 'The payment provider doesn’t accept this. Please change it.' }],
    })
  })

  test.each([null, 'line_items[0][price_data][product_data][images][0]', 'metadata[reference]'])(
    'answers with the usual failure and the request id when the parameter is %s',
    async (param) => {
      refuseWith(param)
      const { status, body } = await send(checkoutRequest())
      expect([status, body['error']]).toEqual([
        500,
        { code: 'unknown', message: 'Checkout failed', issues: [], requestId: expect.any(String) },
      ])
    },
  )

  test('is logged with the parameter and without what was typed', async () => {
    await send(checkoutRequest({ customerInfo: REFUSED }))
    expect(shop.logged).toContainEqual(
      expect.objectContaining({
        event: 'checkout_session_failed',
        fields: expect.objectContaining({ kind: 'rejected', code: 'email_invalid', param: 'customer_email' }),
      }),
    )
    expect(JSON.stringify(shop.logged)).not.toContain(REFUSED.email)
  })
})

describe('after a refused session', () => {
  test('the corrected form is one order that can be paid', async () => {
    const key = attemptKey()
    await send(checkoutRequest({ attemptKey: key, customerInfo: REFUSED }))
    const { status, body } = await send(checkoutRequest({ attemptKey: key, customerInfo: CORRECTED }))
    expect(status).toBe(200)
    expect(await stateOf()).toEqual([
      { customerEmail: REFUSED.email, status: 'cancelled', paymentStatus: 'failed' },
      { customerEmail: CORRECTED.email, status: 'pending', paymentStatus: 'pending' },
    ])
    await shop.pay(String(body['sessionId']))
    await shop.scheduled()
    await shop.scheduled()
    expect((await stateOf())[1]).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect((await shop.providerState()).sessions).toHaveLength(1)
    expect(await shop.messages(CORRECTED.email)).toHaveLength(1)
    expect(await shop.messages(REFUSED.email)).toEqual([])
  })

  test('the unchanged form is refused again and makes no second order', async () => {
    const request = checkoutRequest({ customerInfo: REFUSED })
    for (let time = 0; time < 3; time++) expect((await send(request)).status).toBe(422)
    const answers = await Promise.all([send(request), send(request)])
    expect(answers.map(({ status }) => status)).toEqual([422, 422])
    expect(await stateOf()).toHaveLength(1)
  })

  test('an uncorrected order is closed by the scheduled run', async () => {
    await send(checkoutRequest({ customerInfo: REFUSED }))
    shop.pass(40)
    await shop.scheduled()
    expect(await stateOf()).toEqual([
      { customerEmail: REFUSED.email, status: 'cancelled', paymentStatus: 'failed' },
    ])
    const log = await shop.db.select().from(orderEvents)
    expect(log).toMatchObject([{ kind: 'placed' }, { kind: 'session_ended', data: { why: 'given_up' } }])
  })
})

/** Lets the provider refuse the next sessions because of a parameter; null: it names none. */
function refuseWith(param: string | null) {
  shop.deps.payments.createSession = async () => {
    throw new PaymentsError('rejected', 'The provider refuses this', { param })
  }
}
