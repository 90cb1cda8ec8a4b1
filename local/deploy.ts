import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.ts'
import { ROOT, runCommand } from './command.ts'
import { PlainError } from './failure.ts'
import { reportSettings } from './settings-check.ts'
import { SECRETS } from './worker-environment.ts'

// npm run deploy: checks the settings, builds, and uploads the Worker together with the secrets that were checked.
// npm run deploy -- --dry-run: all of it but the upload. Other options are Wrangler's.
await runCommand(async () => {
  if (!(await reportSettings())) throw new PlainError('Nothing was deployed.')
  build(ROOT)
  using folder = mkdtempDisposableSync(join(tmpdir(), 'apologize-deploy-'))
  const secretsFile = join(folder.path, 'secrets.json')
  const secrets = SECRETS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  writeFileSync(secretsFile, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 })
  const config = ['-c', 'dist/server/wrangler.json', '--secrets-file', secretsFile]
  const { status } = spawnSync('wrangler', ['deploy', ...config, ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  })
  if (status !== 0) throw new PlainError('Wrangler failed: see above.')
})
