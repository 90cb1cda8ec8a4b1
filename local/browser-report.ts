import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A browser test by its file and titles, and by its file and line; how it failed, and what its page held, if known. */
export type FailedTest = { name: string; at: string; error: string; page: string | null }
export type BrowserReport = { passed: number; failed: FailedTest[]; flaky: FailedTest[] }

type Attachment = { name: string; path?: string }
type Result = { status: string; error?: { message?: string }; attachments: Attachment[] }
type Spec = { title: string; file: string; line: number; tests: { status: string; results: Result[] }[] }
type Suite = { title: string; file: string; suites?: Suite[]; specs?: Spec[] }

/** Runs of the gate that are remembered, and in how many of them a test may pass only at the second try. */
const RUNS = 20
const FLAKY_RUNS = 1

/** @param file the report of Playwright's `json` reporter */
export function readBrowserReport(file: string): BrowserReport {
  const { suites } = JSON.parse(readFileSync(file, 'utf8')) as { suites: Suite[] }
  const report: BrowserReport = { passed: 0, failed: [], flaky: [] }
  const read = (suite: Suite, titles: string[]) => {
    for (const inner of suite.suites ?? []) read(inner, [...titles, inner.title])
    for (const spec of suite.specs ?? []) {
      for (const { status, results } of spec.tests) {
        const name = [spec.file, ...titles, spec.title].join(' > ')
        const test = { name, at: `${spec.file}:${spec.line}`, ...firstFailure(results) }
        if (status === 'expected') report.passed += 1
        else if (status === 'flaky') report.flaky.push(test)
        else if (status === 'unexpected') report.failed.push(test)
      }
    }
  }
  // The outermost suite is the file.
  for (const suite of suites) read(suite, [])
  return report
}

/**
 * Adds a run to the log of tests that passed only at the second try.
 * @param at ISO instant
 * @returns those that did so too often lately
 */
export function logFlaky(file: string, at: string, names: readonly string[]): string[] {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { flaky: string[] }[]) : []
  const runs = [...before, { at, flaky: names }].slice(-RUNS)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(runs, null, 1)}\n`)
  return names.filter((name) => runs.filter(({ flaky }) => flaky.includes(name)).length > FLAKY_RUNS)
}

function firstFailure(results: Result[]): { error: string; page: string | null } {
  const failed = results.find(({ status }) => status !== 'passed')
  const path = failed?.attachments.find(({ name }) => name === 'error-context')?.path
  const context = path && existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [, page = null] = /```yaml\n([\s\S]*?)```/.exec(context) ?? []
  return { error: failed?.error?.message ?? failed?.status ?? '', page }
}
