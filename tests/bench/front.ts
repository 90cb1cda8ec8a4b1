import { Agent, createServer, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Front = {
  delay(ms: number): void
  refusePreparing(refuse: boolean): void
  close(): Promise<void>
}

/**
 * Stands before the shop: lets every request wait as a distant server would, and can refuse what the browser asks for
 * only to prepare it.
 */
export async function startFront(port: number, shopPort: number): Promise<Front> {
  const agent = new Agent({ keepAlive: true })
  let waitMs = 0
  let refuses = false
  const server = createServer(async (incoming, outgoing) => {
    if (waitMs > 0) await sleep(waitMs)
    const prepares = String(incoming.headers['sec-purpose'] ?? '').startsWith('prefetch')
    if (refuses && prepares) return void outgoing.writeHead(503).end()
    const { method, url: path, headers } = incoming
    const sent = request({ agent, host: 'localhost', port: shopPort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => {
    server.listen(port, 'localhost', resolve)
  })
  return {
    delay: (ms) => {
      waitMs = ms
    },
    refusePreparing: (refuse) => {
      refuses = refuse
    },
    close: async () => {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
