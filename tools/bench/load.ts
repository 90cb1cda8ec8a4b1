import { Agent, request } from 'node:http'

export type Call = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | undefined
}
export type Answer = {
  status: number
  body: string
  /** The cookies that the answer sets, as the next call sends them. */
  cookie: string
  firstByteMs: number
  ms: number
}

export type Caller = ReturnType<typeof openCaller>

/** Calls one port of this machine over connections that stay open. */
export function openCaller(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call = ({ path, method = 'GET', headers = {}, body }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
        const firstByteMs = performance.now() - started
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString(),
            cookie: (response.headers['set-cookie'] ?? []).map((set) => set.split(';')[0]).join('; '),
            firstByteMs,
            ms: performance.now() - started,
          }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return {
    call,
    /** @throws Error for any other answer than 200 */
    ok: async (what: Call): Promise<Answer> => {
      const answer = await call(what)
      if (answer.status !== 200)
        throw new Error(`${what.path} answered ${answer.status}: ${answer.body.slice(0, 300)}`)
      return answer
    },
    close: () => agent.destroy(),
  }
}
