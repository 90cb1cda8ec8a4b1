// The way into every command, written for a plain Node 20: installs what is missing, then hands over to the script
// that it is given with the Node that the lock file pins.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [script, ...given] = process.argv.slice(2)
const { args, settings } = readArguments(given)
const bin = join(root, 'node_modules', '.bin')

install()
run()

/** `--settings FILE`, of any command: variables of its environment, those that are set already excepted. */
function readArguments(given) {
  const at = given.indexOf('--settings')
  if (at < 0) return { args: given, settings: [] }
  const file = given[at + 1]
  if (!file || !existsSync(join(root, file))) {
    console.error(`--settings ${file ?? ''}: there is no such file in ${root}`)
    process.exit(1)
  }
  return { args: given.toSpliced(at, 2), settings: [`--env-file=${file}`] }
}

function install() {
  const stamp = join(root, 'node_modules', '.installed')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock && existsSync(join(bin, 'node'))) return
  console.log('Installing what is missing (npm install) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not npm ci: it insists on lock entries for every platform's optional packages, which a registry that does not
  // carry them never gave us. The versions are the lock file's either way, and --no-save leaves it as it is.
  const done = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (done.status !== 0) {
    console.error('npm install failed. Is there a way to the package registry from here?')
    process.exit(done.status ?? 1)
  }
  writeFileSync(stamp, lock)
}

function run() {
  const own = join(bin, 'node')
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(existsSync(own) ? own : process.execPath, [...settings, join(root, script), ...args], {
    cwd: root,
    // Through the channel npm start notices when we are killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  // The child decides when it is done; Ctrl-C reaches it by itself, a signal sent to us alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
