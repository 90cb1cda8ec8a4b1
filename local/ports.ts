import { createServer } from 'node:net'
import { PlainError } from './failure.ts'

/** Where everything listens. One number moves them all, so that two copies can run side by side. */
export type Ports = { shop: number; database: number; payments: number; mail: number; inspector: number }

/** @param base the shop's port, from PORT; default 8787 */
export function portsFrom(base: string | undefined): Ports {
  const shop = Number(base ?? 8787)
  if (!Number.isInteger(shop) || shop < 1 || shop > 65_531)
    throw new PlainError(`PORT is not a port: ${base}`)
  return { shop, database: shop + 1, payments: shop + 2, mail: shop + 3, inspector: shop + 4 }
}

/** @throws Error that says plainly which port is taken and what to do */
export async function checkFree(ports: Ports): Promise<void> {
  const uses = {
    shop: 'the shop',
    database: 'the database',
    payments: 'the payment page',
    mail: 'the mail box',
    inspector: 'the debugger',
  }
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue
    const use = uses[name as keyof Ports]
    throw new PlainError(
      `Port ${port} is taken, and ${use} needs it. Stop what uses it, or move every port: PORT=${ports.shop + 100} npm start`,
    )
  }
}

/** Ports that nothing uses, for what runs beside a shop. @throws Error when there are none */
export async function freePorts(): Promise<Ports> {
  for (let base = 18_787; base < 28_787; base += 100) {
    const ports = portsFrom(String(base))
    const free = await Promise.all(Object.values(ports).map(isFree))
    if (free.every(Boolean)) return ports
  }
  throw new PlainError('There are no free ports.')
}

/** Whether nothing listens on a port of this machine, by either name of it. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) {
    if (!(await canListen(port, host))) return false
  }
  return true
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // A machine without IPv6 cannot listen there, and nothing else can.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
