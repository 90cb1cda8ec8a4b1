import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findChromium } from '#local/browser-programs.ts'
import { startChild } from '#local/child.ts'

// A Chromium and its DevTools protocol as it is: Playwright switches prerendering off, and that is what is measured here.

type Message = {
  id?: number
  sessionId?: string
  method?: string
  params?: object
  result?: object
  error?: { message: string }
}
type TargetInfo = { targetId: string; type: string; subtype?: string }
type Listener = (params: Record<string, unknown>) => void

export type Tab = {
  send<T = object>(method: string, params?: object): Promise<T>
  on(method: string, listener: Listener): void
  /** What an expression, or the promise that it is, is worth in the page. */
  evaluate<T>(expression: string): Promise<T>
  /** Evaluates until it is true. @throws Error after ten seconds */
  until(expression: string): Promise<void>
  close(): Promise<void>
}

export type Browser = {
  open(size: { width: number; height: number; mobile: boolean }): Promise<Tab>
  close(): Promise<void>
}

const SWITCHES = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
  // Windows that nobody looks at are drawn all the same.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

export async function openBrowser(): Promise<Browser> {
  const path = (await findChromium(process.env)) ?? chromium.executablePath()
  const profile = mkdtempSync(join(tmpdir(), 'bench-chromium-'))
  const child = startChild(path, [...SWITCHES, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  })
  const socket = await connected(profile)
  const waiting = new Map<number, (message: Message) => void>()
  const listeners = new Map<string, Listener[]>()
  let last = 0
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    const heard = listeners.get(`${message.sessionId} ${message.method}`) ?? []
    for (const listener of heard) listener({ ...message.params })
  }
  const send = <T>(method: string, params: object = {}, sessionId?: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result as T)
      })
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }))
    })

  const hear = (sessionId: string | undefined, method: string, listener: Listener) => {
    const key = `${sessionId} ${method}`
    listeners.set(key, [...(listeners.get(key) ?? []), listener])
  }

  const open: Browser['open'] = async (size) => {
    const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext')
    // By its tab: who is attached to a page keeps it from preparing others.
    const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      forTab: true,
    })
    const attached = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    const pages = new Map<string, string>()
    let shown = ''
    const look = ({ targetInfo }: { targetInfo?: TargetInfo }) => {
      const session = targetInfo && pages.get(targetInfo.targetId)
      if (session && targetInfo.subtype !== 'prerender') shown = session
    }
    hear(attached.sessionId, 'Target.attachedToTarget', (params) => {
      const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: TargetInfo }
      if (targetInfo.type !== 'page') return
      pages.set(targetInfo.targetId, sessionId)
      look({ targetInfo })
    })
    hear(attached.sessionId, 'Target.targetInfoChanged', look)
    hear(undefined, 'Target.targetInfoChanged', look)
    await send('Target.setDiscoverTargets', { discover: true })
    await send(
      'Target.setAutoAttach',
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true },
      attached.sessionId,
    )
    while (shown === '') await sleep(5)
    const tab: Tab = {
      send: (method, params) => send(method, params, shown),
      on: (method, listener) => hear(shown, method, listener),
      evaluate: async <T>(expression: string) => {
        const { result, exceptionDetails } = await tab.send<{
          result: { value: T }
          exceptionDetails?: { text: string; exception?: { description?: string } }
        }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
        if (exceptionDetails)
          throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
        return result.value
      },
      until: async (expression) => {
        const deadline = Date.now() + 20_000
        // A page that is just being left has nothing to say.
        while (!(await tab.evaluate<boolean>(expression).catch(() => false))) {
          if (Date.now() > deadline)
            throw new Error(`In vain: ${expression} at ${await tab.evaluate('location.href')}`)
          await sleep(20)
        }
      },
      close: async () => {
        await send('Target.disposeBrowserContext', { browserContextId })
      },
    }
    await tab.send('Page.enable')
    await tab.send('Runtime.enable')
    await tab.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1 })
    return tab
  }
  return {
    open,
    close: async () => {
      socket.close()
      await child.stop()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Chromium writes down where its DevTools listen. */
async function connected(profile: string): Promise<WebSocket> {
  for (let tries = 0; tries < 600; tries++) {
    const told = read(join(profile, 'DevToolsActivePort'))?.split('\n')
    if (told?.[1]) {
      const socket = new WebSocket(`ws://127.0.0.1:${told[0]}${told[1]}`)
      await new Promise((resolve, reject) => {
        socket.onopen = resolve
        socket.onerror = () => reject(new Error('Chromium’s DevTools do not answer.'))
      })
      return socket
    }
    await sleep(50)
  }
  throw new Error('Chromium does not start.')
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
