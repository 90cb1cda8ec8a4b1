/** The report of one process. */
export type Report = {
  runs: number
  /** What happened how often. */
  counts: Record<string, number>
  failed: { seed: number; faults: string[] }[]
}
