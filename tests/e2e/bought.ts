import { expect, type Page } from '@playwright/test'
import { AT, someone } from './shop.ts'
import { callApi } from './staff.ts'

export type Bought = { id: string; reference: string; email: string }

type Purchase = { email?: string; paid?: boolean; name?: string; note?: string }

/**
 * An order as a checkout makes it, without the clicks. Whoever is signed in on the page must be an admin: they look it up.
 * @param purchase.paid unless false it was paid, and we know of it
 */
export async function buy(page: Page, purchase: Purchase = {}): Promise<Bought> {
  const { email = someone(), paid = true, name = 'Sam Sorry', note = 'I was wrong.' } = purchase
  const session = await callApi(page, 'POST', '/create-checkout-session', {
    attemptKey: crypto.randomUUID(),
    productId: 'product-extremely-bad',
    customerInfo: {
      email,
      phone: '2125550100',
      name,
      address: '350 5th Ave',
      city: 'New York',
      state: 'NY',
      zip: '10001',
      recipientName: 'Alex Wronged',
      note,
      instructions: 'Ring twice.',
    },
    deliveryDetails: { option: 'tomorrow' },
  })
  expect(session.status, 'placed').toBe(200)
  if (paid) {
    const answer = await fetch(`${AT.payments}/_local/sessions/${String(session.body['sessionId'])}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card: '4242424242424242' }),
    })
    expect(answer.status, 'paid').toBe(200)
  }
  const placed = async () => {
    const { body } = await callApi(page, 'GET', `/admin/orders?q=${email}`)
    return (body['rows'] as { id: string; reference: string; paymentStatus: string }[])[0]
  }
  // The provider tells us a moment later.
  await expect.poll(async () => (await placed())?.paymentStatus).toBe(paid ? 'paid' : 'pending')
  const order = await placed()
  return { id: order?.id ?? '', reference: order?.reference ?? '', email }
}

/** Gives an order to the first active shop of New York. @returns its shop order */
export async function assign(page: Page, orderId: string): Promise<{ shopOrderId: string; shop: string }> {
  const choices = await callApi(page, 'GET', `/admin/assignments/${orderId}`)
  const { order, markets, suggestedMarketId } = choices.body as {
    order: { totalCents: number }
    suggestedMarketId: string
    markets: { id: string; shops: { id: string; name: string }[] }[]
  }
  const shop = markets.find(({ id }) => id === suggestedMarketId)?.shops[0]
  const shopCostCents = Math.round(order.totalCents * 0.8)
  const { totalCents } = order
  const { status, body } = await callApi(page, 'POST', '/admin/assignments', {
    orderId,
    shopId: shop?.id,
    totalCents,
    shopCostCents,
    platformFeeCents: totalCents - shopCostCents,
  })
  expect(status, 'assigned').toBe(200)
  return { shopOrderId: String(body['shopOrderId']), shop: shop?.name ?? '' }
}
