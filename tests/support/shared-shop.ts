import { afterAll, beforeEach } from 'vitest'
import { openTestShop, type TestShop } from './shop.ts'

/** One shop for all tests of a file or a describe block; each begins with it as it was just after opening. */
export async function shareTestShop(options: Parameters<typeof openTestShop>[0] = {}): Promise<TestShop> {
  const shop = await openTestShop(options)
  beforeEach(() => shop.reset())
  afterAll(() => shop.close())
  return shop
}
