import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { simulate } from '#tests/faults/run.ts'
import type { Report } from './report.ts'

const number = (name: string) => Number(process.env[name])
const [first, every, runs] = [number('FAULTS_FIRST'), number('FAULTS_EVERY'), number('FAULTS_RUNS')]
const file = process.env['FAULTS_REPORT'] ?? ''

// Never fails: command.ts reads the reports of all processes and decides.
test('simulated runs', async () => {
  const report: Report = {
    runs: 0,
    counts: {},
    measured: { afterNo: [], afterDeadline: [], beforePromise: [] },
    failed: [],
  }
  for (let n = 0; n < runs; n++) {
    const seed = first + n * every
    const { faults, counts, measured, trace, dump } = await simulate(String(seed))
    report.runs += 1
    for (const [what, times] of counts) report.counts[what] = (report.counts[what] ?? 0) + times
    report.measured.afterNo.push(...measured.afterNo)
    report.measured.afterDeadline.push(...measured.afterDeadline)
    report.measured.beforePromise.push(...measured.beforePromise)
    if (faults.length > 0) {
      report.failed.push({ seed, faults })
      console.log(`seed ${seed}:\n  ${faults.join('\n  ')}`)
    }
    if (process.env['FAULTS_TRACE']) console.log([...trace, dump].join('\n'))
    if (report.runs % 100 === 0) console.log(`${report.runs} of ${runs}`)
    // Written regularly, so that an interrupted run leaves a report.
    if (report.runs % 100 === 0 || n === runs - 1) writeFileSync(file, JSON.stringify(report))
  }
})
