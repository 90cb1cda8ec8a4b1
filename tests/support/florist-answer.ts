import type { TestShop } from './shop.ts'

/** Answers an order as the florist’s page does: `delivered` is an attempt whose outcome says who has the flowers. */
export function answerAsFlorist(
  shop: Pick<TestShop, 'post'>,
  token: string | undefined,
  answer: string,
  more: object = {},
) {
  return answer === 'delivered'
    ? shop.post('/florist/attempt', { token, key: crypto.randomUUID(), outcome: 'recipient' })
    : shop.post('/florist/answer', { token, answer, ...more })
}
