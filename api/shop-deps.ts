import { env } from 'cloudflare:workers'
import { readSettings } from '#api/env.ts'
import type { Deps } from './deps.ts'
import type { Images } from './platform/pictures/images.ts'
import type { Bucket } from './platform/storage/storage.ts'
import { log, productionDeps } from './production-deps.ts'

/** The bindings of wrangler.toml; undefined in a Worker that was deployed without them. */
type Bindings = { PICTURES?: Bucket | undefined; IMAGES?: Images | undefined }

let read: ReturnType<typeof readSettings> | undefined
let deps: Deps | undefined

/** The Worker's settings and what is wrong with them, read once in each isolate. */
export function shopSettings(): ReturnType<typeof readSettings> {
  if (read) return read
  read = readSettings(env)
  // Without settings every request has a line of its own.
  if (read.settings && read.faults.length > 0) log('error', 'settings_wrong', { settings: read.faults })
  return read
}

/** The outside world of this isolate; null while a setting that the shop cannot do without is missing or wrong. */
export function shopDeps(): Deps | null {
  const { settings, faults } = shopSettings()
  const { PICTURES: bucket, IMAGES: images } = env as Bindings
  if (settings) deps ??= productionDeps(settings, faults, { bucket, images })
  return deps ?? null
}
