import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from './failure.ts'

/** Files and folders of which the build is made. */
export const SOURCES = [
  'src',
  'api',
  'domain',
  'content',
  'public',
  'drizzle/schema',
  'package-lock.json',
  'astro.config.mjs',
  'tsconfig.json',
  'wrangler.toml',
  'local/build.ts',
]

/**
 * Builds the shop into dist/, unless dist/ was built from just these sources.
 * @throws Error when the build fails; its output was shown
 */
export function build(root: string): void {
  const stamp = join(root, 'dist', '.built-from')
  const print = fingerprint(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return
  console.log('Building …')
  // Tools of Vite set NODE_ENV=development, which would bundle the slow builds of React and Astro.
  const env = { ...toolEnv(), NODE_ENV: 'production' }
  const done = spawnSync('astro', ['build'], { cwd: root, encoding: 'utf8', env })
  if (done.status !== 0) {
    console.error(`${done.stdout ?? ''}${done.stderr ?? ''}`)
    throw new PlainError('The build failed.')
  }
  writeFileSync(stamp, print)
}

/** The environment for the tools: no questions, no statistics. */
export function toolEnv(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    WRANGLER_SEND_METRICS: 'false',
    CI: '1',
  }
}

function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesBelow(join(root, source))) {
      hash.update(file.slice(root.length)).update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
