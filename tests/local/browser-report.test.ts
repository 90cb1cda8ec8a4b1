import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { logFlaky, readBrowserReport } from '#local/browser-report.ts'

const NAME = 'a.spec.ts > the cart > is kept'
const folder = mkdtempSync(join(tmpdir(), 'browser-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

function reportOf(tests: object[]) {
  const file = join(folder, 'report.json')
  const spec = { title: 'is kept', file: 'a.spec.ts', line: 7, tests }
  const inner = { title: 'the cart', file: 'a.spec.ts', specs: [spec] }
  const outer = { title: 'a.spec.ts', file: 'a.spec.ts', suites: [inner], specs: [] }
  writeFileSync(file, JSON.stringify({ suites: [outer] }))
  return readBrowserReport(file)
}

test('counts a test that passed at the second try as flaky, with what its page held at the first', () => {
  const path = join(folder, 'error-context.md')
  writeFileSync(path, '# Page\n\n```yaml\n- button "Pay"\n```\n')
  const results = [
    { status: 'failed', error: { message: 'No button' }, attachments: [{ name: 'error-context', path }] },
    { status: 'passed', attachments: [] },
  ]
  expect(reportOf([{ status: 'flaky', results }])).toEqual({
    passed: 0,
    failed: [],
    flaky: [{ name: NAME, at: 'a.spec.ts:7', error: 'No button', page: '- button "Pay"\n' }],
  })
})

test('counts passed and failed tests, and none that was skipped', () => {
  const run = (status: string, result: string) => ({ status, results: [{ status: result, attachments: [] }] })
  const report = reportOf([
    run('expected', 'passed'),
    run('unexpected', 'timedOut'),
    { status: 'skipped', results: [] },
  ])
  expect(report).toEqual({
    passed: 1,
    failed: [{ name: NAME, at: 'a.spec.ts:7', error: 'timedOut', page: null }],
    flaky: [],
  })
})

test('names a test that was flaky in two of the last twenty runs, and forgets older ones', () => {
  const file = join(folder, 'gate', 'flaky.json')
  const log = (...names: string[]) => logFlaky(file, '2026-06-04T14:30:00.000Z', names)
  expect(log('one', 'other')).toEqual([])
  for (let run = 0; run < 18; run++) expect(log()).toEqual([])
  expect(log('one')).toEqual(['one'])
  expect(log('other')).toEqual([])
})
