/** The heap of the shop's isolate, as the inspector tells it. */
export type HeapProbe = {
  /** Bytes in use: V8's heap and its buffers. */
  used(): Promise<number>
  /** The same after a collection. */
  collected(): Promise<number>
  close(): void
}

type Target = { id: string; webSocketDebuggerUrl: string }
type Usage = { usedSize: number; backingStorageSize: number }
type Reply = { id?: number; result?: unknown; error?: { message: string } }

const SHOP = 'core:user:apologize-better'

/**
 * Opens a connection to the inspector of the Worker.
 * @param port of the inspector
 * @param visit asks the Worker for anything: an isolate collects its garbage while it has something to do
 * @throws Error when the shop's isolate is not there
 */
export async function openHeapProbe(port: number, visit: () => Promise<unknown>): Promise<HeapProbe> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[]
  const target = targets.find(({ id }) => id === SHOP)
  if (!target) throw new Error(`The inspector knows no isolate ${SHOP}.`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  }
  let calls = 0
  const send = (method: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      calls += 1
      waiting.set(calls, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)))
      socket.send(JSON.stringify({ id: calls, method }))
    })
  const used = async () => {
    const { usedSize, backingStorageSize } = (await send('Runtime.getHeapUsage')) as Usage
    return usedSize + backingStorageSize
  }
  await send('HeapProfiler.enable')
  return {
    used,
    collected: async () => {
      let isDone = false
      const collecting = send('HeapProfiler.collectGarbage').then(() => {
        isDone = true
      })
      while (!isDone) await visit()
      await collecting
      return used()
    },
    close: () => socket.close(),
  }
}
