import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SITE } from '#domain/site.ts'
import { build } from './build.ts'
import { failureText, PlainError } from './failure.ts'
import { ROOT } from './production.ts'
import { reportSettings } from './report-settings.ts'
import { SECRETS } from './settings-check.ts'

// npm run deploy: checks the settings, builds, and uploads the Worker together with the secrets that were checked.
// npm run deploy -- --dry-run: all of it but the upload. Other options are Wrangler's.
const folder = mkdtempSync(join(tmpdir(), 'apologize-deploy-'))
try {
  if (!(await reportSettings(process.env, SITE, ROOT))) throw new PlainError('Nothing was deployed.')
  build(ROOT)
  const secretsFile = join(folder, 'secrets.json')
  const secrets = Object.fromEntries(
    SECRETS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
  const args = [
    'deploy',
    '-c',
    'dist/server/wrangler.json',
    '--secrets-file',
    secretsFile,
    ...process.argv.slice(2),
  ]
  const { status } = spawnSync('wrangler', args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  })
  if (status !== 0) throw new PlainError('Wrangler failed: see above.')
} catch (error) {
  console.error(failureText(error))
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
