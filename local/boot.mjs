// The way into every command, written for a plain Node 20: installs what is missing, then hands over to the script
// that it is given with the Node that the lock file pins.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installFor } from './install.mjs'

const ORPHAN_CHECK_MS = 1_000
const root = fileURLToPath(new URL('..', import.meta.url))
const [script, ...given] = process.argv.slice(2)
const { args, settings } = readArguments(given)
const bin = join(root, 'node_modules', '.bin')

installFor(root, script)
run()

/** `--settings FILE` or `--settings=FILE`, of any command: variables of its environment, those that are set already excepted. */
function readArguments(given) {
  const at = given.findIndex((arg) => /^--settings(=|$)/.test(arg))
  if (at < 0) return { args: given, settings: [] }
  const [, inline] = given[at].split(/=(.*)/s)
  const file = inline ?? given[at + 1]
  const path = file && resolve(root, file)
  if (!path || !existsSync(path)) {
    const missing = file ? `there is no file ${path}` : 'it names no file'
    console.error(`--settings ${file ?? ''}: ${missing}. For example: --settings production.env`)
    process.exit(1)
  }
  return { args: given.toSpliced(at, inline === undefined ? 2 : 1), settings: [`--env-file=${path}`] }
}

function run() {
  const own = join(bin, 'node')
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(existsSync(own) ? own : process.execPath, [...settings, join(root, script), ...args], {
    cwd: root,
    // The channel tells npm start when we are killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  // The child decides when it is done; Ctrl-C reaches it by itself, a signal sent to us alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm hands a signal on to its shell, and the shell ends without us.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), ORPHAN_CHECK_MS).unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
