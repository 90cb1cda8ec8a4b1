import { createServer, type Server } from 'node:net'
import { PlainError } from './failure.ts'

/** Where everything listens. One number moves them all, so that two copies can run side by side. */
export type Ports = {
  shop: number
  database: number
  payments: number
  mail: number
  inspector: number
  push: number
  texts: number
}

/** @param base the shop's port, from PORT; default 8787 */
export function portsFrom(base: string | undefined): Ports {
  const shop = Number(base ?? 8787)
  if (!Number.isInteger(shop) || shop < 1 || shop > 65_527)
    throw new PlainError(`PORT is not a port: ${base}`)
  return {
    shop,
    database: shop + 1,
    payments: shop + 2,
    mail: shop + 3,
    inspector: shop + 4,
    push: shop + 5,
    texts: shop + 8,
  }
}

/** @throws Error that says plainly which port is taken and what to do */
export async function checkFree(ports: Ports): Promise<void> {
  const uses = {
    shop: 'the shop',
    database: 'the database',
    payments: 'the payment page',
    mail: 'the mail box',
    inspector: 'the debugger',
    push: 'the push service',
    texts: 'text messages',
  }
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue
    const use = uses[name as keyof Ports]
    throw new PlainError(
      `Port ${port} is taken, and ${use} needs it. Stop what uses it, or move every port: PORT=${ports.shop + 100} npm start`,
    )
  }
}

/** The number of ports from a shop's on that belong to it: its own, and those of what is opened beside it. */
const BLOCK = 100

/**
 * Reserves a hundred ports that nothing uses, the shop's first, until this process ends: its last one is kept open, so that
 * two that ask at once get different ones, and nothing is left behind. @throws PlainError when there are none
 */
export async function reservePorts(): Promise<Ports> {
  for (let base = 18_700; base < 28_700; base += BLOCK) {
    const reserved = await listen(base + BLOCK - 1, '127.0.0.1')
    if (typeof reserved === 'string') continue
    reserved.unref()
    const others = Array.from({ length: BLOCK - 1 }, (_, n) => isFree(base + n))
    if ((await Promise.all(others)).every(Boolean)) return portsFrom(String(base))
    reserved.close()
  }
  throw new PlainError('There are no free ports.')
}

/** True if nothing listens on a port of this machine, by either name of it. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) {
    const server = await listen(port, host)
    if (server === 'EADDRINUSE') return false
    if (typeof server !== 'string') await new Promise((resolve) => server.close(resolve))
  }
  return true
}

/** @returns the server that listens, or the code of why it cannot: a machine without IPv6 cannot listen there, and nothing else can */
function listen(port: number, host: string): Promise<Server | string> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => resolve(server))
  })
}
