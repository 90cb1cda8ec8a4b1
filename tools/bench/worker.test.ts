import { expect, test } from 'vitest'
import { listen } from '#local/http.ts'
import { benchCrowd } from './crowd.ts'
import { openEnvironment } from './environment.ts'
import { openCaller } from './load.ts'
import { benchWorker, ourWorker } from './worker.ts'
import { serve } from './workerd.ts'

test('a read asks the database once, and the API is no file that would have to be looked for', async () => {
  const environment = await openEnvironment('short')
  const lookedFor: string[] = []
  const files = await listen(
    ({ url }) => {
      lookedFor.push(url)
      return new Response(null, { status: 404 })
    },
    { host: '127.0.0.1', port: 0 },
  )
  const worker = { ...ourWorker(environment), assets: { port: files.port } }
  const workerd = await serve(environment.folder, worker)
  const caller = openCaller(environment.ports.shop, 1)
  try {
    for (const path of ['/api/zip-codes/10001', '/api/products', '/api/storefront?zip=10001']) {
      const before = await environment.roundTrips()
      await caller.ok({ path })
      expect((await environment.roundTrips()) - before, path).toBe(1)
    }
    expect((await caller.call({ path: '/api/none' })).status).toBe(404)
    expect(lookedFor).toEqual([])
  } finally {
    caller.close()
    await workerd.stop()
    await files.close()
    await environment.close()
  }
})

test('the Worker: size, start, and every request that is timed is answered', async () => {
  const [size, start, requests] = await benchWorker({ starts: 1, calls: 3 })
  expect(Number(size?.rows[0]?.at(-1))).toBeLessThan(3_000)
  expect(Number(start?.rows[0]?.[0])).toBeGreaterThan(0)
  expect(requests?.rows.length).toBeGreaterThan(10)
})

test('a crowd is answered, and the heap is read', async () => {
  const size = { clients: [1, 4], callsEach: 8, memoryRounds: 1, memoryCrowd: 4 }
  const [answers, memory] = await benchCrowd(size)
  expect(answers?.rows.map((row) => row.length)).toEqual([3, 3, 3, 3, 3, 3])
  expect(answers?.targets.map(({ met }) => met)).toEqual([true])
  expect(Number(memory?.rows.at(-1)?.[1])).toBeGreaterThan(1)
})
