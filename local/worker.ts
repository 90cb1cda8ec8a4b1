import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toolEnv } from './build.ts'
import { type Child, startChild } from './child.ts'
import { PlainError } from './failure.ts'
import type { Ports } from './ports.ts'

/**
 * Runs the built Worker in workerd, as it is deployed.
 * @param folder of the copy's data: the log lives there
 */
export function startWorker(
  root: string,
  folder: string,
  ports: Ports,
  settings: Record<string, string>,
): Child {
  const log = openSync(join(folder, 'worker.log'), 'a')
  const config = join(root, 'dist/server/wrangler.json')
  // The edge's source is stripped of its types on the way, which Node still calls experimental.
  const quiet = '--disable-warning=ExperimentalWarning'
  const args = [quiet, join(root, 'local/serve.ts'), config, String(ports.shop), String(ports.inspector)]
  const env = { ...process.env, WORKER_SETTINGS: JSON.stringify(settings) }
  return startChild(process.execPath, args, { cwd: root, env, stdio: ['ignore', log, log] })
}

/**
 * Runs the pages from source with live reload, in the same runtime.
 */
export function startDevServer(root: string, ports: Ports, settings: Record<string, string>): Child {
  return startChild('astro', ['dev', '--port', String(ports.shop)], {
    cwd: root,
    env: { ...toolEnv(), ...settings, CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** Waits until the shop answers. @throws Error when it does not within the time, or ends before */
export async function untilHealthy(ports: Ports, worker: Child, timeoutMs: number): Promise<void> {
  let ended = false
  worker.exited.then(() => {
    ended = true
  })
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && !ended) {
    const ok = await fetch(`http://localhost:${ports.shop}/api/health`, {
      signal: AbortSignal.timeout(5_000),
    })
      .then((response) => response.ok)
      .catch(() => false)
    if (ok) return
    await sleep(200)
  }
  throw new PlainError(ended ? 'The Worker ended while starting.' : 'The Worker does not answer.')
}

const LOOK_EVERY_MS = 500
const MOST_MISSES = 3

/**
 * Waits until the Worker is gone: its program ended, or nothing answers where it did. (A workerd that was killed is started
 * again by Miniflare, at once.)
 */
export async function untilDown(ports: Ports, worker: Child): Promise<void> {
  let ended = false
  worker.exited.then(() => {
    ended = true
  })
  for (let misses = 0; misses < MOST_MISSES && !ended; await sleep(LOOK_EVERY_MS)) {
    misses = (await answers(ports)) ? 0 : misses + 1
  }
}

function answers(ports: Ports): Promise<boolean> {
  const signal = AbortSignal.timeout(3_000)
  return fetch(`http://localhost:${ports.shop}/favicon.svg`, { method: 'HEAD', signal }).then(
    () => true,
    () => false,
  )
}
