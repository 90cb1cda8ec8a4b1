import type { Measured } from '#tests/faults/promise-watch.ts'

/** The report of one process. */
export type Report = {
  runs: number
  /** Each kind of event happened so often. */
  counts: Record<string, number>
  measured: Measured
  failed: { seed: number; faults: string[] }[]
}
