import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@libsql/client/web'
import type { Health } from '#api/health/service.ts'
import type { Fault as DatabaseFault } from '#local/database/faults.ts'
import type { Fault } from '#local/faults.ts'
import type { PushFaultKind } from '#local/push/api.ts'
import type { Secrets } from '#local/settings.ts'

/** The longest time for a shop to open, or to be back. */
export const STARTING_MS = 240_000

/** The stand-ins that run beside the Worker. */
const STAND_INS = ['database', 'payments', 'mail', 'push', 'texts'] as const
type StandIn = (typeof STAND_INS)[number]

/** The built shop on ports of its own, with the knobs of its stand-ins, and with kill -9 for each of its programs. */
export type OwnShop = Awaited<ReturnType<typeof openShop>>

/**
 * Opens an empty shop, as `npm start` does, from what was built.
 * @param settings variables of its environment
 */
export async function openShop(port: number, settings: Record<string, string>) {
  const env = { ...process.env, ...settings, PORT: String(port) }
  execFileSync(process.execPath, ['local/reset.ts'], { env })
  // It ends with us, however we end.
  const started = spawn(process.execPath, ['--import=./local/end-with-parent.ts', 'local/start.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(started, 'exit')
  const { paymentsUrl, mailUrl, pushUrl, textsUrl } = urlsOf(port)
  const close = async () => {
    started.kill('SIGTERM')
    await ended
  }
  const until = async (condition: () => boolean | Promise<boolean>) => {
    const deadline = Date.now() + STARTING_MS
    while (!(await condition())) {
      if (Date.now() > deadline || started.exitCode !== null) throw new Error('The shop does not answer.')
      await sleep(200)
    }
  }
  const up = () =>
    until(async () => {
      const pages = [paymentsUrl, mailUrl, pushUrl, textsUrl].map((url) => answers(`${url}/`))
      return (await Promise.all([workerServes(port), ...pages])).every(Boolean)
    })
  const gone = new Set<number>()
  const signal = (program: RegExp, name: NodeJS.Signals) => {
    for (const pid of pidsBelow(started.pid ?? 0, program)) {
      gone.add(pid)
      process.kill(pid, name)
    }
  }
  try {
    await up()
  } catch (error) {
    await close()
    throw error
  }
  const shop = connectToShop(port)
  return {
    ...shop,
    /** Waits until it answers. */
    up,
    /** Waits until it answers again, from other processes than the ones killed or stopped. */
    restarted: async () => {
      const programs = [WORKER, ...STAND_INS.map(standIn)]
      const isNew = (program: RegExp) => pidsBelow(started.pid ?? 0, program).some((pid) => !gone.has(pid))
      await until(() => programs.every(isNew))
      await up()
    },
    /** The processor time of the Worker since it was started, in milliseconds: in ticks of ten. Needs /proc. */
    workerCpuMs: () => {
      const stats = pidsBelow(started.pid ?? 0, WORKER).map((pid) =>
        readFileSync(`/proc/${pid}/stat`, 'utf8'),
      )
      // The fourteenth and fifteenth field; the second, in brackets, may hold spaces.
      const ticks = stats.flatMap((stat) =>
        stat
          .replace(/^.*\) /s, '')
          .split(' ')
          .slice(11, 13),
      )
      return ticks.reduce((sum, each) => sum + Number(each) * 10, 0)
    },
    /** kill -9 of the Worker: every workerd below the process that we started. It is started again by itself. */
    crash: () => signal(WORKER, 'SIGKILL'),
    /** Stops the Worker where it is: it takes connections and answers none. It is started again by itself. */
    hang: () => signal(WORKER, 'SIGSTOP'),
    /** kill -9 of a stand-in. It is started again by itself. */
    kill: (name: StandIn) => signal(standIn(name), 'SIGKILL'),
    close: async () => {
      shop.client.close()
      await close()
    },
  }
}

const urlsOf = (port: number) => ({
  url: `http://localhost:${port}`,
  paymentsUrl: `http://127.0.0.1:${port + 2}`,
  mailUrl: `http://127.0.0.1:${port + 3}`,
  pushUrl: `http://127.0.0.1:${port + 5}`,
  textsUrl: `http://127.0.0.1:${port + 8}`,
})

/** A shop that is open at a port, with the knobs of its stand-ins. */
export function connectToShop(port: number) {
  const urls = urlsOf(port)
  const secrets = secretsOf(port)
  const databaseUrl = `http://127.0.0.1:${port + 1}`
  const headers = { authorization: `Bearer ${secrets.databaseToken}` }
  const client: Client = createClient({ url: databaseUrl, authToken: secrets.databaseToken })
  return {
    ...urls,
    client,
    failPayments: (fault: Fault<'create' | 'retrieve'>) => post(`${urls.paymentsUrl}/_local/fault`, fault),
    failMail: (fault: Fault<'send'>) => post(`${urls.mailUrl}/_local/fault`, fault),
    failPush: (fault: Fault<'push', PushFaultKind>) => post(`${urls.pushUrl}/_local/fault`, fault),
    failTexts: (fault: Fault<'send'>) => post(`${urls.textsUrl}/_local/fault`, fault),
    failDatabase: (fault: DatabaseFault) => post(`${databaseUrl}/_local/fault`, fault, headers),
    /** The number of requests that have reached the database. */
    roundTrips: async () => {
      const response = await fetch(`${databaseUrl}/_local/stats`, { headers })
      return ((await response.json()) as { pipelines: number }).pipelines
    },
    webhooks: (enabled: boolean) => post(`${urls.paymentsUrl}/_local/webhooks`, { enabled }),
    pay: (sessionId: string, card = '4242424242424242') =>
      post(`${urls.paymentsUrl}/_local/sessions/${sessionId}/pay`, { card }),
    /** The health check as its token shows it. */
    health: () => readHealth(port),
    scheduled: () => fetch(`${urls.url}/cdn-cgi/handler/scheduled`),
  }
}

function secretsOf(port: number): Secrets {
  return JSON.parse(readFileSync(`.local/${port}/secrets.json`, 'utf8')) as Secrets
}

async function readHealth(port: number): Promise<{ status: number; body: Health }> {
  const response = await fetch(`${urlsOf(port).url}/api/health`, {
    headers: { authorization: `Bearer ${secretsOf(port).healthToken}` },
    signal: AbortSignal.timeout(5_000),
  })
  return { status: response.status, body: (await response.json()) as Health }
}

/** Whatever else health says: purchases that were refused count for minutes. */
function workerServes(port: number): Promise<boolean> {
  return readHealth(port).then(
    ({ body }) => body.database === 'answers' && body.scheduledRunAge !== null,
    () => false,
  )
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}

// The command line has them like this.
const WORKER = /workerd serve /
const standIn = (name: StandIn) => new RegExp(`/stand-in\\.ts ${name}$`)

/** The processes of a program among the descendants of a process. */
function pidsBelow(root: number, program: RegExp): number[] {
  const all = processes()
  const below = (parent: number): typeof all =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  return below(root).flatMap(({ pid, command }) => (program.test(command) ? [pid] : []))
}

type Process = { pid: number; parent: number; command: string }

/** All processes: from /proc where there is one (slim images have no ps), else from ps. */
function processes(): Process[] {
  if (!existsSync('/proc/self/stat')) {
    const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    return list.split('\n').flatMap((line) => {
      const [pid, parent, ...command] = line.trim().split(/\s+/)
      return pid ? [{ pid: Number(pid), parent: Number(parent), command: command.join(' ') }] : []
    })
  }
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const stat = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
      return stat ? [{ pid: Number(pid), parent: Number(stat[1]), command }] : []
    } catch {
      // It ended while we were reading.
      return []
    }
  })
}
