import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.ts'
import type { Child } from './child.ts'
import { startCloud } from './cloud.ts'
import { failureText, PlainError } from './failure.ts'
import { adminCredentials } from './first-admin.ts'
import { checkFree, type Ports, portsFrom } from './ports.ts'
import { startSchedule } from './schedule.ts'
import { dataFolder, readSecrets, realServices, type Secrets, workerSettings } from './settings.ts'
import { startDevServer, startWorker, untilDown, untilHealthy } from './worker.ts'

// npm start: the whole shop on this machine. With --dev: from source, with live reload.
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const dev = process.argv.includes('--dev')
const MOST_RESTARTS = 20
const STARTING_MS = 120_000

try {
  await main()
} catch (error) {
  console.error(`\n${failureText(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const ports = portsFrom(process.env['PORT'])
  await checkFree(ports)
  if (!dev) build(root)
  const folder = dataFolder(root, ports)
  const secrets = readSecrets(folder)
  const settings = workerSettings(ports, secrets, process.env)
  const cloud = await startCloud(root, folder, ports, secrets, process.env)
  const start = () =>
    dev ? startDevServer(root, ports, settings) : startWorker(root, folder, ports, settings)

  let worker: Child = start()
  let stopping = false
  const stop = async (code: number): Promise<void> => {
    if (stopping) return
    stopping = true
    await worker.stop()
    await cloud.close()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) console.log('\nStopping …')
      stop(0)
    })
  }
  try {
    await untilHealthy(ports, worker, STARTING_MS)
  } catch (error) {
    if (!stopping) {
      const where = dev ? '' : ` Its log: ${join(folder, 'worker.log')}`
      console.error(`\n${failureText(error)}${where}`)
    }
    await stop(1)
  }
  startSchedule(ports)
  print(ports, secrets, folder)

  for (let restarts = 0; restarts < MOST_RESTARTS; restarts++) {
    await untilDown(ports, worker)
    if (stopping) return
    console.log('The Worker ended. Starting it again …')
    // What it left running would hold the port.
    await worker.stop()
    if (stopping) return
    worker = start()
    await untilHealthy(ports, worker, STARTING_MS).catch((error: unknown) => {
      if (!stopping) throw error
    })
  }
  throw new PlainError(`The Worker ended ${MOST_RESTARTS} times. Its log: ${join(folder, 'worker.log')}`)
}

function print(ports: Ports, secrets: Secrets, folder: string): void {
  const real = realServices(process.env)
  const admin = adminCredentials(secrets, process.env)
  const local = (port: number) => `http://127.0.0.1:${port}`
  console.log(`
  Apologize Better is open${dev ? ' (live reload)' : ''}.

  Shop           http://localhost:${ports.shop}
  Back office    http://localhost:${ports.shop}/admin
  Admin          ${admin.email}
  Password       ${admin.password}

  Database       ${real.database ? 'yours (DATABASE_URL)' : `${local(ports.database)}  (libSQL over HTTP, ${join(folder, 'data/shop.db')})`}
  Payment page   ${real.payments ? 'Stripe (STRIPE_SECRET_KEY)' : `${local(ports.payments)}  (sessions, events, faults; test card 4242 4242 4242 4242)`}
  Mail box       ${real.mail ? 'Resend (RESEND_API_KEY)' : local(ports.mail)}

  Ctrl-C stops everything. The data stays; npm run reset empties it.
`)
}
