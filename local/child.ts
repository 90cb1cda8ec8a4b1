import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/** A program that runs beside us, with everything it started itself. */
export type Child = { exited: Promise<number>; stop(): Promise<void> }

const STOP_TIMEOUT_MS = 4_000

/** Starts a program in a process group of its own: Ctrl-C does not reach it, we end it, and all of it. */
export function startChild(command: string, args: string[], options: SpawnOptions): Child {
  const child = spawn(command, args, { ...options, detached: true })
  const exited = new Promise<number>((resolve) => {
    child.on('error', () => resolve(127))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  return {
    exited,
    stop: async () => {
      signal(child, 'SIGTERM')
      const inTime = await Promise.race([exited.then(() => true), after(STOP_TIMEOUT_MS)])
      if (!inTime) signal(child, 'SIGKILL')
      await exited
      // What the program left behind in its group.
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

function after(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
}
