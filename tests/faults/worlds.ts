import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import type { Report } from './report.ts'
import { torture } from './run.ts'

const number = (name: string) => Number(process.env[name])
const [first, every, runs] = [number('TORTURE_FIRST'), number('TORTURE_EVERY'), number('TORTURE_RUNS')]
const file = process.env['TORTURE_REPORT'] ?? ''

// Nothing fails here: what the worlds come to is told in the end, by whoever started this.
test('worlds', async () => {
  const report: Report = { runs: 0, counts: {}, failed: [] }
  for (let n = 0; n < runs; n++) {
    const seed = first + n * every
    const { faults, counts, script, books } = await torture(String(seed))
    report.runs += 1
    for (const [what, times] of counts) report.counts[what] = (report.counts[what] ?? 0) + times
    if (faults.length > 0) {
      report.failed.push({ seed, faults })
      console.log(`seed ${seed}:\n  ${faults.join('\n  ')}`)
    }
    if (process.env['TORTURE_SCRIPT']) console.log([...script, books].join('\n'))
    if (report.runs % 100 === 0) console.log(`${report.runs} of ${runs}`)
    // Kept up, so that a run that is cut off has said what it saw.
    if (report.runs % 100 === 0 || n === runs - 1) writeFileSync(file, JSON.stringify(report))
  }
})
