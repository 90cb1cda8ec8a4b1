import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

// The service worker as it is served, in a browser of which it sees what is here.

const SCRIPT = readFileSync(new URL('../../public/florist-worker.js', import.meta.url), 'utf8')
const ORIGIN = 'https://shop.example'

type Shown = { title: string; body: string; tag: string; data: { url: string } }

function startWorker(open: readonly string[] = []) {
  const listeners = new Map<string, (event: object) => void>()
  const shown: Shown[] = []
  const [told, focused, opened]: [string, object][][] = [[], [], []]
  const calls: { url: string; body: unknown }[] = []
  const renewed = {
    endpoint: 'https://push.example/new',
    toJSON: () => ({ endpoint: 'https://push.example/new' }),
  }
  const pages = open.map((url) => ({
    url,
    postMessage: (message: object) => told?.push([url, message]),
    focus: async () => focused?.push([url, {}]),
  }))
  runInContext(
    SCRIPT,
    createContext({
      URL,
      location: { origin: ORIGIN },
      skipWaiting: () => undefined,
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      registration: {
        showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
          shown.push({ title, ...options }),
        pushManager: { subscribe: async () => renewed },
      },
      clients: { matchAll: async () => pages, openWindow: async (url: string) => opened?.push([url, {}]) },
      fetch: async (url: string, { body }: { body: string }) => calls.push({ url, body: JSON.parse(body) }),
    }),
  )
  const fire = async (name: string, event: object) => {
    let work: unknown
    listeners.get(name)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  return { fire, shown, told, focused, opened, calls, listeners }
}

const push = (data: unknown) => ({
  data: typeof data === 'string' ? { json: () => JSON.parse(data) } : { json: () => data },
})
const RING = {
  title: 'Can you make this? Really Bad',
  body: 'By 5 PM. 12 Bleecker St, 10012',
  url: 'https://other-name.example/florist?token=one',
  tag: 'offer-1',
}

describe('a ring', () => {
  test('is shown with its words and its order under our own name, and told to the florist’s open pages only', async () => {
    const worker = startWorker([`${ORIGIN}/florist#one`, `${ORIGIN}/home`, `${ORIGIN}/admin`])
    await worker.fire('push', push(RING))
    const url = `${ORIGIN}/florist?token=one`
    expect(worker.shown).toMatchObject([
      { title: RING.title, body: RING.body, tag: 'offer-1', requireInteraction: true, data: { url } },
    ])
    // Twice the same ring: the second takes the place of the first in silence.
    expect(worker.shown[0]).not.toHaveProperty('renotify')
    expect(worker.told).toEqual([[`${ORIGIN}/florist#one`, { ring: url }]])
  })

  test.each([
    ['no words', {}],
    ['no data', undefined],
    ['what is no JSON', '{'],
    ['an address elsewhere', { ...RING, url: 'https://elsewhere.example/phish' }],
    ['an address of another page', { ...RING, url: '/admin?token=one' }],
  ])('with %s is shown all the same, and leads to our page', async (_, data) => {
    const worker = startWorker()
    await worker.fire('push', data === undefined ? { data: null } : push(data))
    expect(worker.shown).toMatchObject([{ title: expect.any(String), data: { url: `${ORIGIN}/florist` } }])
  })
})

describe('a tap on a ring', () => {
  const tap = (url: string) => ({ notification: { close: () => undefined, data: { url } } })

  test.each([`${ORIGIN}/florist#one`, `${ORIGIN}/florist?token=one`])(
    'brings the order to the front that is open as %s',
    async (open) => {
      const worker = startWorker([`${ORIGIN}/florist#two`, open])
      await worker.fire('notificationclick', tap(`${ORIGIN}/florist?token=one`))
      expect(worker.focused).toEqual([[open, {}]])
      expect(worker.told).toEqual([[open, { open: `${ORIGIN}/florist?token=one` }]])
      expect(worker.opened).toEqual([])
    },
  )

  test('opens an order that is not open, and takes no other’s page away', async () => {
    const worker = startWorker([`${ORIGIN}/florist#two`])
    await worker.fire('notificationclick', tap(`${ORIGIN}/florist?token=one`))
    expect([worker.focused, worker.opened]).toEqual([[], [[`${ORIGIN}/florist?token=one`, {}]]])
  })
})

describe('another subscription', () => {
  const old = { endpoint: 'https://push.example/old', options: {} }
  const renewal = { before: old.endpoint, subscription: { endpoint: 'https://push.example/new' } }

  test.each([
    ['made by the browser', { toJSON: () => renewal.subscription }],
    ['to be made', null],
  ])('%s is told to the shop', async (_, newSubscription) => {
    const worker = startWorker()
    await worker.fire('pushsubscriptionchange', { oldSubscription: old, newSubscription })
    expect(worker.calls).toEqual([{ url: '/api/florist/devices/renew', body: renewal }])
  })

  test('of which the old one is not known is left to the page', async () => {
    const worker = startWorker()
    await worker.fire('pushsubscriptionchange', { oldSubscription: null, newSubscription: null })
    expect(worker.calls).toEqual([])
  })
})

test('nothing is fetched or kept for the page', () => {
  expect([...startWorker().listeners.keys()].sort()).toEqual([
    'install',
    'notificationclick',
    'push',
    'pushsubscriptionchange',
  ])
})
