/** What one process of the rig has to say in the end. */
export type Report = {
  runs: number
  /** What happened how often. */
  counts: Record<string, number>
  failed: { seed: number; faults: string[] }[]
}
