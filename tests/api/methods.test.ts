import { afterAll, expect, test } from 'vitest'
import { operationsBelow } from '#tests/support/open-api.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await openTestShop()
afterAll(() => shop.close())

test('every path answers a method that it does not take with 405 and those that it takes', async () => {
  const admin = await signIn(shop)
  const headers = { cookie: await admin.cookie(), origin: shop.deps.config.origin }
  const operations = await operationsBelow(shop, '/api/')
  const paths = [...new Set(operations.map(({ path }) => path))]
  expect(paths.length).toBeGreaterThan(80)
  const wrong: string[] = []
  for (const path of paths) {
    const address = path.replaceAll(/\{\w+\}/g, 'x')
    // A path without parameters may be one of a path that has some, too.
    const taken = operations.filter((operation) => isAt(operation.path, address)).map(({ method }) => method)
    const allow = [...new Set([...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].toSorted()
    const refused = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (method) => !allow.includes(method),
    )
    for (const method of refused) {
      const answer = await shop.app.request(address, { method, headers })
      const code = method === 'HEAD' ? 'method_not_allowed' : await codeOf(answer)
      const found = [answer.status, code, answer.headers.get('allow')].join(' ')
      if (found !== `405 method_not_allowed ${allow.join(', ')}`) wrong.push(`${method} ${address}: ${found}`)
    }
    const options = await shop.app.request(address, { method: 'OPTIONS', headers })
    const found = [options.status, await options.text(), options.headers.get('allow')].join(' ')
    if (found !== `204  ${allow.join(', ')}`) wrong.push(`OPTIONS ${address}: ${found}`)
  }
  expect(wrong).toEqual([])
})

const isAt = (path: string, address: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address)

async function codeOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { code: string } }
  return error.code
}

test('tells nobody who is not signed in which methods the back office takes', async () => {
  const { origin } = shop.deps.config
  for (const method of ['PATCH', 'OPTIONS']) {
    const answer = await shop.app.request('/api/admin/products', { method, headers: { origin } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([401, null])
  }
})

test.each(['GET', 'PATCH', 'OPTIONS'])('answers %s of an unknown path with 404', async (method) => {
  const answer = await shop.app.request('/api/nothing', { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([404, null])
})
