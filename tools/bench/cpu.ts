import { readdirSync, readFileSync } from 'node:fs'

/**
 * The CPU time that all threads of a process have taken, in nanoseconds: the kernel's own count, garbage collection and
 * compiling in the background with it.
 * @throws Error where there is no /proc (Linux only)
 */
export function cpuTime(pid: number): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, task) => sum + threadTime(`${tasks}/${task}/schedstat`), 0)
}

function threadTime(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0])
  } catch {
    // The thread has ended meanwhile.
    return 0
  }
}
