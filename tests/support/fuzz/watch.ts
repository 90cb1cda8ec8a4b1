import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { TestShop } from '#tests/support/shop.ts'
import { CANARY, CANARY_PHONE } from './plausible.ts'

const CONSOLE = ['debug', 'error', 'info', 'log', 'warn'] as const
const REQUESTS = 'undici:request:create'

/** Records log lines, console output and outgoing URLs. */
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
    /** Adds a secret that must not be logged: the token of a link or session. */
    keepSecret: (secret: string) => secrets.add(secret),
    /** Headers of an answer, which proxies may log. */
    note: (line: string) => lines.push(line),
    /** The leaks since the last call. */
    leaks: (): string[] => {
      const said = [...lines.splice(0), ...shop.logged.splice(0).map((line) => JSON.stringify(line))]
      return said.filter((line) => containsSecret(line, secrets))
    },
    stop: () => {
      unsubscribe(REQUESTS, onRequest)
      for (const [name, write] of before) console[name] = write
    },
  }
}

function containsSecret(line: string, secrets: ReadonlySet<string>): boolean {
  const text = line.toLowerCase()
  if (text.includes(CANARY) || text.replaceAll(/[^\d]/g, '').includes(CANARY_PHONE)) return true
  return [...secrets].some((secret) => line.includes(secret))
}
