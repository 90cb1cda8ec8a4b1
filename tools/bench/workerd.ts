import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A Worker of workerd. */
export type Served = {
  port: number
  /** Where its modules are; every .mjs and .js below it. */
  folder: string
  main: string
  settings: Record<string, string>
  /** The ASSETS binding: a folder or a port. */
  assets: { folder: string } | { port: number }
}

export type Workerd = { pid: number; stop(): Promise<void> }

// As in wrangler.toml.
const COMPATIBILITY = 'compatibilityDate = "2026-10-01", compatibilityFlags = ["nodejs_compat"]'

/**
 * Runs a Worker in workerd, without the proxy that `wrangler dev` puts before them: it costs more than what is measured.
 * @param folder for the configuration and the log
 * @returns once it accepts connections
 */
export async function serve(folder: string, worker: Served): Promise<Workerd> {
  const file = join(folder, 'workerd.capnp')
  writeFileSync(file, configuration(folder, worker), { mode: 0o600 })
  const log = openSync(join(folder, 'workerd.log'), 'a')
  const child = spawn('workerd', ['serve', file], { stdio: ['ignore', log, log] })
  const ended = once(child, 'exit')
  await untilOpen(worker.port, child)
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** @throws Error when the process ends before something listens */
async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error('workerd ended while starting; see its log in .local/bench.')
    await sleep(1)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

function configuration(folder: string, { port, folder: source, main, settings, assets }: Served): string {
  const text = (value: string) => JSON.stringify(value)
  const files = [main, ...modulesBelow(source).filter((path) => path !== main)]
  const modules = files.map(
    (path) => `(name = ${text(path)}, esModule = embed ${text(relative(folder, join(source, path)))})`,
  )
  const bindings = [
    ...Object.entries(settings).map(([key, value]) => `(name = ${text(key)}, text = ${text(value)})`),
    '(name = "ASSETS", service = "assets")',
  ]
  const services = [
    `(name = "shop", worker = (modules = [${modules.join(', ')}], bindings = [${bindings.join(', ')}], ${COMPATIBILITY}))`,
    `(name = "assets", ${filesOf(assets)})`,
    '(name = "internet", network = (allow = ["public", "private", "local"]))',
  ]
  const socket = `(name = "shop", address = "127.0.0.1:${port}", http = (), service = "shop")`
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [${services.join(',\n')}],\nsockets = [${socket}]);\n`
}

function filesOf(assets: Served['assets']): string {
  if ('port' in assets) return `external = (address = "127.0.0.1:${assets.port}", http = ())`
  return `disk = (path = ${JSON.stringify(assets.folder)})`
}

/** Paths of the modules below a folder. */
export function modulesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.m?js$/.test(path))
}
