import { newOrder } from '#api/checkout/new-order.ts'
import { storeOrder } from '#api/checkout/place-order.ts'
import { readPlacement } from '#api/checkout/queries.ts'
import { createCheckoutSessionRequest } from '#api/checkout/schema.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { ms, type Section, times } from './report.ts'
import { median, ratio } from './statistics.ts'

/** Placing an order, checkout session and all, against the transaction that stores it; in one process, in turn. */
export async function placing(count: number): Promise<Section> {
  const shop = await openTestShop({ wire: true })
  const { deps } = shop
  const { product, market } = await readPlacement(
    deps.db,
    { attemptKey: 'none', productId: 'product-really-bad', zip: '10001' },
    deps.clock.now(),
    null,
  )
  if (!product || !market) throw new Error('The seeds have no bouquet or no market.')
  const whole = async () => {
    const started = performance.now()
    const { status } = await shop.post('/create-checkout-session', checkoutRequest())
    if (status !== 200) throw new Error(`Placing answered ${status}.`)
    return performance.now() - started
  }
  const bare = async () => {
    const request = createCheckoutSessionRequest.parse(checkoutRequest())
    const rows = newOrder(deps, request, product, market)
    const started = performance.now()
    await storeOrder(deps, request.attemptKey, 'print', { ...rows, place: null }, null)
    return performance.now() - started
  }
  const [api, transaction]: [number[], number[]] = [[], []]
  for (let n = -5; n < count; n++) {
    const [one, other] = [await whole(), await bare()]
    if (n < 0) continue
    api.push(one)
    transaction.push(other)
  }
  const before = shop.requests()
  await whole()
  const trips = shop.requests() - before
  await shop.close()
  return {
    title: 'Placing an order against its transaction',
    how: 'In one process and in turn: the whole call (limit, reads, transaction, checkout session at the provider’s stand-in, its number stored) and the transaction alone, over the same wire. Medians. There is no bound: most of the whole is the provider.',
    head: ['', 'API, ms', 'transaction, ms', 'API / transaction', 'round trips of the API'],
    rows: [
      [
        'placing an order',
        ms(median(api)),
        ms(median(transaction)),
        times(ratio(api, transaction)),
        String(trips),
      ],
    ],
    targets: [],
  }
}
