import { expect, test } from 'vitest'
import { listen } from '#local/http.ts'
import { benchApi } from './api.ts'
import { benchCrowd } from './crowd.ts'
import { openEnvironment } from './environment.ts'
import { openCaller } from './load.ts'
import { benchPeakHour } from './peak-hour.ts'
import { benchWorker } from './worker.ts'
import { serve } from './workerd.ts'
import { ourWorker } from './workers.ts'

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
  const workerd = await serve(environment.folder, [
    { ...ourWorker(environment), assets: { port: files.port } },
  ])
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

test('the API against a bare handler', async () => {
  const [bare, query, order] = await benchApi({ rounds: 1, calls: 20 })
  expect(bare?.rows.map(([name]) => name)).toEqual(['ZIP check', 'catalogue'])
  expect(query?.rows.map(([name]) => name)).toEqual(['ZIP check', 'catalogue'])
  // The limit with what placing has to know, the transaction, the session's number.
  expect(order?.rows[0]?.at(-1)).toBe('3')
})

test('the Worker: size, start, and every request that is timed is answered', async () => {
  const [size, start, requests] = await benchWorker({ starts: 1, calls: 3 })
  expect(Number(size?.rows[0]?.at(-1))).toBeLessThan(3_000)
  expect(start?.rows.map(([name]) => name)).toEqual(['ours', 'bare'])
  expect(requests?.rows.length).toBeGreaterThan(10)
})

test('a crowd is answered, and the heap is read', async () => {
  const size = { clients: [1, 4], callsEach: 8, memoryRounds: 1, memoryCrowd: 4 }
  const [answers, memory] = await benchCrowd(size)
  expect(answers?.rows.map((row) => row.length)).toEqual([3, 3, 3, 3, 3, 3])
  expect(answers?.targets.map(({ met }) => met)).toEqual([true])
  expect(Number(memory?.rows.at(-1)?.[1])).toBeGreaterThan(1)
})

test('the visitors of a peak hour buy, and the books agree', async () => {
  const [hour] = await benchPeakHour(6)
  expect(hour?.rows.map(([step]) => step)).toContain('placing an order')
  expect(hour?.targets.slice(1).map(({ met }) => met)).toEqual([true, true])
})
