// The way into every command, written for a plain Node 20: installs what is missing, then hands over to the script
// that it is given with the Node that the lock file pins.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installFor } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [script, ...given] = process.argv.slice(2)
const { args, settings } = readArguments(given)
const bin = join(root, 'node_modules', '.bin')

installFor(root, script)
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
