import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@libsql/client/web'
import type { Fault as DatabaseFault } from '#local/database/faults.ts'
import type { Fault } from '#local/faults.ts'

/** How long a shop may take to open, or to be back. */
export const STARTING_MS = 120_000

/** The built shop on ports of its own, with the knobs of its stand-ins, and with kill -9 for its Worker. */
export type OwnShop = Awaited<ReturnType<typeof openShop>>

/**
 * Opens an empty shop, as `npm start` does, from what was built.
 * @param settings variables of its environment
 */
export async function openShop(port: number, settings: Record<string, string>) {
  const env = { ...process.env, ...settings, PORT: String(port) }
  execFileSync(process.execPath, ['local/reset.ts'], { env })
  const started = spawn(process.execPath, ['local/start.ts'], { env, stdio: 'ignore' })
  const ended = once(started, 'exit')
  const url = `http://localhost:${port}`
  const paymentsUrl = `http://127.0.0.1:${port + 2}`
  const mailUrl = `http://127.0.0.1:${port + 3}`
  const close = async () => {
    started.kill('SIGTERM')
    await ended
  }
  const up = async () => {
    const until = Date.now() + STARTING_MS
    while (!(await answers(`${url}/api/health`))) {
      if (Date.now() > until || started.exitCode !== null) throw new Error('The shop does not answer.')
      await sleep(200)
    }
  }
  try {
    await up()
  } catch (error) {
    await close()
    throw error
  }
  const secrets = JSON.parse(readFileSync(`.local/${port}/secrets.json`, 'utf8')) as { databaseToken: string }
  const databaseUrl = `http://127.0.0.1:${port + 1}`
  const client: Client = createClient({ url: databaseUrl, authToken: secrets.databaseToken })
  return {
    url,
    paymentsUrl,
    mailUrl,
    client,
    /** Waits until it answers. */
    up,
    /** Waits until it answers again, from other processes than the ones killed. */
    restarted: async () => {
      while (workersBelow(started.pid ?? 0).length === 0) await sleep(100)
      await up()
    },
    /** kill -9 of the Worker: every workerd below the process that we started. It is started again by itself. */
    crash: () => {
      for (const pid of workersBelow(started.pid ?? 0)) process.kill(pid, 'SIGKILL')
    },
    failPayments: (fault: Fault<'create' | 'retrieve'>) => post(`${paymentsUrl}/_local/fault`, fault),
    failDatabase: (fault: DatabaseFault) =>
      post(`${databaseUrl}/_local/fault`, fault, { authorization: `Bearer ${secrets.databaseToken}` }),
    /** How many requests have reached the database. */
    roundTrips: async () => {
      const headers = { authorization: `Bearer ${secrets.databaseToken}` }
      const response = await fetch(`${databaseUrl}/_local/stats`, { headers })
      return ((await response.json()) as { pipelines: number }).pipelines
    },
    webhooks: (enabled: boolean) => post(`${paymentsUrl}/_local/webhooks`, { enabled }),
    pay: (sessionId: string) =>
      post(`${paymentsUrl}/_local/sessions/${sessionId}/pay`, { card: '4242424242424242' }),
    scheduled: () => fetch(`${url}/cdn-cgi/handler/scheduled`),
    close: async () => {
      client.close()
      await close()
    },
  }
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

/** The workerd processes among the descendants of a process. */
function workersBelow(root: number): number[] {
  const all = processes()
  const below = (parent: number): typeof all =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  return below(root).flatMap(({ pid, name }) => (name.endsWith('workerd') ? [pid] : []))
}

type Process = { pid: number; parent: number; name: string }

/** All processes: from /proc where there is one (slim images have no ps), else from ps. */
function processes(): Process[] {
  if (!existsSync('/proc/self/stat')) {
    const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    return list.split('\n').flatMap((line) => {
      const [pid, parent, ...name] = line.trim().split(/\s+/)
      return pid ? [{ pid: Number(pid), parent: Number(parent), name: name.join(' ') }] : []
    })
  }
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const stat = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      return stat?.[1] ? [{ pid: Number(pid), parent: Number(stat[2]), name: stat[1] }] : []
    } catch {
      // It ended while we were reading.
      return []
    }
  })
}
