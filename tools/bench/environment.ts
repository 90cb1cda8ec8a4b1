import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseClient } from '#api/platform/database/client.ts'
import { startCloud } from '#local/cloud.ts'
import { portsFrom, reservePorts } from '#local/ports.ts'
import { readSecrets, workerSettings } from '#local/settings.ts'

export const ROOT = process.cwd()
/** Where the bench keeps its data and its reports. */
export const FOLDER = join(ROOT, '.local', 'bench')

export type Environment = Awaited<ReturnType<typeof openEnvironment>>

let opened = 0

/** The stand-ins with a new database, as `npm start` has them, and the settings of a Worker beside them. */
export async function openEnvironment(name: string) {
  // Separate ports: connections kept from the previous part would be closed.
  const { shop } = process.env['PORT'] ? portsFrom(process.env['PORT']) : await reservePorts()
  const ports = portsFrom(String(shop + 10 * opened++))
  const folder = join(FOLDER, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const secrets = readSecrets(folder)
  // The environment's variables may name a real shop.
  const cloud = startCloud(ROOT, folder, ports, secrets, {})
  await cloud.ready
  const url = `http://127.0.0.1:${ports.database}`
  const authToken = secrets.databaseToken
  const client = databaseClient({ url, authToken })
  return {
    ports,
    origin: `http://localhost:${ports.shop}`,
    folder,
    secrets,
    client,
    settings: { ...workerSettings(ports, secrets, {}), ...NO_LIMITS } as Record<string, string>,
    /** The number of requests that have reached the database. */
    roundTrips: async () => {
      const headers = { authorization: `Bearer ${authToken}` }
      const response = await fetch(`${url}/_local/stats`, { headers })
      return ((await response.json()) as { pipelines: number }).pipelines
    },
    close: async () => {
      client.close()
      await cloud.stop()
    },
  }
}

const MANY = '1000000'
const NO_LIMITS = {
  SIGN_INS_PER_MINUTE: MANY,
  PLACEMENTS_PER_MINUTE: MANY,
  LOOK_UPS_PER_MINUTE: MANY,
  WAITLIST_PER_MINUTE: MANY,
  PAGE_VIEWS_PER_MINUTE: MANY,
}
