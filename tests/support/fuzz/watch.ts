import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { TestShop } from '#tests/support/shop.ts'
import { CANARY, CANARY_PHONE } from './plausible.ts'

const CONSOLE = ['debug', 'error', 'info', 'log', 'warn'] as const
const REQUESTS = 'undici:request:create'

/** Keeps an eye on everything that is written down on the way: log lines, the console, addresses of calls to others. */
export function watch(shop: TestShop) {
  const lines: string[] = []
  const secrets = new Set<string>()
  const before = CONSOLE.map((name) => [name, console[name]] as const)
  for (const name of CONSOLE) console[name] = (...said: unknown[]) => lines.push(said.map(String).join(' '))
  const onRequest = (message: unknown) => {
    const { request } = message as { request: { path: string } }
    lines.push(`request to ${request.path}`)
  }
  subscribe(REQUESTS, onRequest)
  return {
    /** Nobody may read this anywhere either: the token of a link, of a session. */
    keepSecret: (secret: string) => secrets.add(secret),
    /** Headers of an answer, which others write down. */
    note: (line: string) => lines.push(line),
    /** What was written down of somebody since the last time. */
    leaks: (): string[] => {
      const said = [...lines.splice(0), ...shop.logged.splice(0).map((line) => JSON.stringify(line))]
      return said.filter((line) => isTold(line, secrets))
    },
    stop: () => {
      unsubscribe(REQUESTS, onRequest)
      for (const [name, write] of before) console[name] = write
    },
  }
}

function isTold(line: string, secrets: ReadonlySet<string>): boolean {
  const text = line.toLowerCase()
  if (text.includes(CANARY) || text.replaceAll(/[^\d]/g, '').includes(CANARY_PHONE)) return true
  return [...secrets].some((secret) => line.includes(secret))
}
