import type { Measured } from '#tests/faults/promise-watch.ts'

/** The report of one process. */
export type Report = {
  runs: number
  /** The count of each kind of event. */
  counts: Record<string, number>
  measured: Measured
  failed: { seed: number; faults: string[] }[]
}
