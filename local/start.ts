import './end-with-parent.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { build } from './build.ts'
import { startCloud } from './cloud.ts'
import { ROOT } from './command.ts'
import { failureText } from './failure.ts'
import { checkFree, type Ports, portsFrom } from './ports.ts'
import { dataFolder, readSecrets, realServices, type Secrets, workerSettings } from './settings.ts'
import { type Supervised, supervise } from './supervise.ts'
import { builtWorker, devServer } from './worker.ts'

// npm start: the whole shop on this machine. With --dev: from source, with live reload.
const MINUTE_MS = 60_000
const dev = process.argv.includes('--dev')

// Compiling the same code at every start, here and in what is started, would take a second longer.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/node')
enableCompileCache()

try {
  await main()
} catch (error) {
  console.error(`\n${failureText(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const ports = portsFrom(process.env['PORT'])
  await checkFree(ports)
  if (!dev) build(ROOT)
  const folder = dataFolder(ROOT, ports)
  const secrets = readSecrets(folder, process.env)
  const settings = workerSettings(ports, secrets, process.env)

  const running: Supervised[] = []
  let stopping = false
  const stop = async (code: number): Promise<void> => {
    if (stopping) return
    stopping = true
    // The Worker first: what it is answering may need the others.
    for (const each of running.toReversed()) await each.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) console.log('\nStopping …')
      stop(0)
    })
  }
  const untilReady = async (started: Supervised): Promise<void> => {
    running.push(started)
    started.ended.catch(fail)
    await started.ready
  }
  const fail = (error: unknown): Promise<void> => {
    if (!stopping) console.error(`\n${failureText(error)}\n`)
    return stop(1)
  }
  try {
    await untilReady(startCloud(ROOT, folder, ports, secrets, process.env))
    if (stopping) return
    await untilReady(
      supervise(dev ? devServer(ROOT, ports, settings) : builtWorker(ROOT, folder, ports, settings)),
    )
  } catch (error) {
    return fail(error)
  }
  if (stopping) return
  // As the cron trigger does. A Worker that is just being restarted misses a minute; the next one catches up.
  const runScheduled = () =>
    void fetch(`http://localhost:${ports.shop}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`).catch(
      () => undefined,
    )
  runScheduled()
  setInterval(runScheduled, MINUTE_MS)
  print(ports, secrets, folder)
}

function print(ports: Ports, secrets: Secrets, folder: string): void {
  const real = realServices(process.env)
  const local = (port: number) => `http://127.0.0.1:${port}`
  console.log(`
  Apologize Better is open${dev ? ' (live reload)' : ''}.

  Shop           http://localhost:${ports.shop}
  Back office    http://localhost:${ports.shop}/admin
  Admin          ${secrets.adminEmail}
  Password       ${secrets.adminPassword}

  Database       ${real.database ? 'yours (DATABASE_URL)' : `${local(ports.database)}  (libSQL over HTTP, ${join(folder, 'data/shop.db')})`}
  Payment page   ${real.payments ? 'Stripe (STRIPE_SECRET_KEY)' : `${local(ports.payments)}  (sessions, events, faults; test card 4242 4242 4242 4242)`}
  Mail box       ${real.mail ? 'Resend (RESEND_API_KEY)' : local(ports.mail)}
  Phones         ${real.push ? 'those of VAPID_PRIVATE_KEY' : `${local(ports.push)}  (devices and their rings, faults)`}
  Texts          ${real.texts ? 'Telnyx (TELNYX_API_KEY)' : `${local(ports.texts)}  (text messages, both ways, faults)`}

  Ctrl-C stops everything. The data stays; npm run reset empties it.
`)
}
