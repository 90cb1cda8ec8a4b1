import { expect, test } from 'vitest'
import { client } from '#src/lib/client.ts'

type Call = (args?: object, options?: { init: RequestInit }) => Promise<Response>

/** Calls through the client. @returns what it asked `fetch` for */
async function asked(call: (api: Record<string, Record<string, Call>>) => Promise<Response>) {
  const requests: { url: string; init: RequestInit }[] = []
  const api = client('/api', async (url, init = {}) => {
    requests.push({ url: String(url), init })
    return new Response()
  })
  await call(api as Record<string, Record<string, Call>>)
  return requests
}

test('a call has its address, method, body and query', async () => {
  const args = { query: { q: 'a b', page: undefined }, json: { name: 'x' } }
  expect(await asked((api) => api['waitlist']?.['$post']?.(args) ?? Promise.reject())).toEqual([
    {
      url: '/api/waitlist?q=a+b',
      init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"x"}' },
    },
  ])
})

test('a call passes on what its caller gives to fetch, such as a signal', async () => {
  const { signal } = new AbortController()
  const [request] = await asked(
    (api) => api['orders']?.['$get']?.({}, { init: { signal } }) ?? Promise.reject(),
  )
  expect(request).toEqual({ url: '/api/orders', init: { method: 'GET', signal } })
})
