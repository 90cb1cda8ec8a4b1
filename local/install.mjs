// Installs what a command needs, and no more. Written for a plain Node 20, as boot.mjs is, which calls it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Packages that only check or change the shop: the devDependencies. */
const CHECKS = /^(local\/(test|generate-migration)\.ts$|tools\/|node_modules\/)/

/**
 * @param {string} root of the project
 * @param {string} script of the command, from the root. Folders beside it with a package.json hold what it alone needs.
 */
export function installFor(root, script) {
  installIn(root, CHECKS.test(script) ? 'all' : 'shop')
  if (!script.startsWith('tools/')) return
  const beside = join(root, dirname(script))
  for (const name of readdirSync(beside)) {
    if (existsSync(join(beside, name, 'package.json'))) installIn(join(beside, name), 'all')
  }
}

/** @param {string} folder with package.json and package-lock.json @param {'all' | 'shop'} wanted `shop`: no devDependencies */
function installIn(folder, wanted) {
  const modules = join(folder, 'node_modules')
  const stamp = join(modules, '.installed')
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const [installed, what] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  if (installed === lock && (what === 'all' || what === wanted)) return
  // npm takes away what it is told to leave out, so what somebody has installed completely stays complete.
  const now = wanted === 'shop' && (what === 'shop' || !existsSync(modules)) ? 'shop' : 'all'
  console.log(
    `Installing what is missing${now === 'shop' ? ', without the tests’ tools' : ''} (npm install) …`,
  )
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not npm ci: it insists on lock entries for every platform's optional packages, which a registry that does not
  // carry them never gave us. The versions are the lock file's either way, and --no-save leaves it as it is.
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const omit = now === 'shop' ? ['--omit=dev'] : []
  const done = spawnSync(npm, ['install', ...flags, ...omit], { cwd: folder, stdio: 'inherit' })
  if (done.status !== 0) {
    console.error('npm install failed. Is there a way to the package registry from here?')
    process.exit(done.status ?? 1)
  }
  writeFileSync(stamp, `${lock} ${now}`)
}
