import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Listening, listen } from '#local/http.ts'
import { builtWorker } from '#local/worker.ts'
import { type Running, startEmpty } from '#tests/stand-ins/database-support.ts'

let database: Running
let worker: Listening
let health: Response

beforeEach(async () => {
  database = await startEmpty()
  worker = await listen(
    ({ url }) => (new URL(url).pathname === '/api/health' ? health : new Response('', { status: 404 })),
    { host: 'localhost', port: 0 },
  )
})
afterEach(async () => {
  await worker.close()
  await database.stop()
})

const look = () => {
  const ports = { shop: worker.port, database: 0, payments: 0, mail: 0, inspector: 0, push: 0, texts: 0 }
  return builtWorker('.', '.', ports, { DATABASE_URL: database.database.url }).look()
}

test.each([
  [200, true],
  [503, false],
])('a Worker whose health check answers %i serves: it speaks with its database', async (status, ok) => {
  health = Response.json({ ok, database: 'answers' }, { status })
  expect(await look()).toBe('serves')
})

test('a Worker whose health check fails while its database answers has failed', async () => {
  health = new Response('', { status: 500 })
  expect(await look()).toBe('fails')
})

test('a Worker that does not answer while its database answers has failed', async () => {
  await worker.close()
  worker = { ...worker, close: async () => undefined }
  expect(await look()).toBe('fails')
})

test('a Worker whose database does not answer either waits for it', async () => {
  health = Response.json({ ok: false, database: 'does not answer' }, { status: 503 })
  database.database.setFault({ kind: 'error' })
  expect(await look()).toBe('waits')
})
