import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isFree, reservePorts } from '#local/ports.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listenOn = (port: number) =>
  new Promise<void>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve())
    servers.push(server)
  })

test('gives everybody who asks at once a block of a hundred ports of their own', async () => {
  const blocks = await Promise.all([1, 2, 3].map(() => reservePorts()))
  const bases = blocks.map(({ shop }) => shop)
  expect(new Set(bases).size).toBe(3)
  expect(bases.every((base) => base % 100 === 0)).toBe(true)
})

test('skips a block in which any port is taken', async () => {
  const first = await reservePorts()
  await listenOn(first.shop + 150)
  expect(await isFree(first.shop + 150)).toBe(false)
  expect((await reservePorts()).shop).not.toBe(first.shop + 100)
})
