import { join } from 'node:path'
import type { Health } from '#api/health/service.ts'
import { databaseClient } from '#api/platform/database/client.ts'
import { toolEnv } from './build.ts'
import { startChild } from './child.ts'
import type { Ports } from './ports.ts'
import { ANSWER_TIMEOUT_MS, type Program, statusOf } from './supervise.ts'

const NAME = 'The Worker'
/** The first start from source bundles every package that pages use: two minutes on a busy machine of two cores. */
const FROM_SOURCE_MS = 600_000

/**
 * The built Worker in workerd, as it is deployed.
 * @param folder of the copy's data, which has the log and the stored pictures
 */
export function builtWorker(
  root: string,
  folder: string,
  ports: Ports,
  settings: Record<string, string>,
): Program {
  const log = join(folder, 'worker.log')
  const config = join(root, 'dist/server/wrangler.json')
  const args = [config, String(ports.shop), String(ports.inspector), folder]
  const env = { ...process.env, WORKER_SETTINGS: JSON.stringify(settings) }
  return {
    name: NAME,
    log,
    start: () => startChild(join(root, 'local/serve.ts'), args, { cwd: root, env, log }),
    look: async () => {
      if (await isHealthy(ports, settings)) return 'serves'
      // Without its database no Worker is healthy.
      return (await databaseAnswers(settings)) ? 'fails' : 'waits'
    },
  }
}

/** The pages from source with live reload, in the same runtime. */
export function devServer(root: string, ports: Ports, settings: Record<string, string>): Program {
  const script = join(root, 'node_modules/astro/bin/astro.mjs')
  const args = ['dev', '--port', String(ports.shop)]
  const env = { ...toolEnv(), ...settings, CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true' }
  let wasHealthy = false
  return {
    name: NAME,
    log: null,
    startingMs: FROM_SOURCE_MS,
    start: () => startChild(script, args, { cwd: root, env, log: null }),
    look: async () => {
      wasHealthy ||= await isHealthy(ports, settings)
      if (!wasHealthy) return 'fails'
      // Code that is being written may answer with errors, and each call of the API is a line on the screen.
      const status = await statusOf(`http://localhost:${ports.shop}/favicon.svg`)
      return status === null ? 'fails' : 'serves'
    },
  }
}

/** Its health check answers, whatever that says of the mail or the payments; without its database it has nothing to say. */
async function isHealthy(ports: Ports, settings: Record<string, string>): Promise<boolean> {
  try {
    const url = `http://localhost:${ports.shop}/api/health`
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${settings['HEALTH_TOKEN']}` },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const { database = 'does not answer' } = (await response.json()) as Partial<Health>
    return database !== 'does not answer'
  } catch {
    return false
  }
}

async function databaseAnswers(settings: Record<string, string>): Promise<boolean> {
  const { DATABASE_URL: url = '', DATABASE_AUTH_TOKEN: authToken } = settings
  const client = databaseClient({ url, authToken })
  try {
    await client.execute('select 1')
    return true
  } catch {
    return false
  } finally {
    client.close()
  }
}
