import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

/** A program that runs beside us, with everything it started itself. */
export type Child = { exited: Promise<number>; stop(): Promise<void> }

type ChildOptions = {
  cwd: string
  env: NodeJS.ProcessEnv
  /** The file that its output is appended to; null for the screen. */
  log: string | null
}

const STOP_TIMEOUT_MS = 4_000
const NODE_ARGS = [
  // The edge's source is stripped of its types on the way, which Node still calls experimental.
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('end-with-parent.ts', import.meta.url)}`,
]

/**
 * Starts a program of Node's in a process group of its own: Ctrl-C does not reach it, we end it, and all of it. It ends by
 * itself when we are killed.
 */
export function startChild(script: string, args: string[], { cwd, env, log }: ChildOptions): Child {
  const output = log === null ? 'inherit' : openSync(log, 'a')
  const child = spawn(process.execPath, [...NODE_ARGS, script, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  })
  if (typeof output === 'number') closeSync(output)
  const exited = new Promise<number>((resolve) => {
    child.on('error', () => resolve(127))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  return {
    exited,
    stop: async () => {
      signal(child, 'SIGTERM')
      const inTime = await Promise.race([
        exited.then(() => true),
        after(STOP_TIMEOUT_MS, false, { ref: false }),
      ])
      if (!inTime) signal(child, 'SIGKILL')
      await exited
      // The program may have left others running in its group.
      signal(child, 'SIGKILL')
    },
  }
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, name)
  } catch {
    // The group is gone.
  }
}
