import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { findsOfPlaywright, findsOfVitest, writeFind } from './finds.ts'

const ROOT = '/shop'

test('a rule that broke is told with its smallest example and the command that repeats it', () => {
  const broken = fc.check(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (cents) => cents < 4_999),
    { seed: 7 },
  )
  const message = fc.defaultReportMessage(broken) ?? ''
  const [find] = vitestFinds([failedFile('tests/unit/cost-split.test.ts', [['no cent is lost', message]])])
  expect(find).toMatchObject({
    test: 'tests/unit/cost-split.test.ts > no cent is lost',
    seed: 7,
    path: broken.counterexamplePath,
    counterexample: '[4999]',
    again: 'npm run soak -- --part rules --seed 7 --test "tests/unit/cost-split.test.ts > no cent is lost"',
  })
})

test('a file that cannot be loaded is a find, one that passed is none', () => {
  const finds = vitestFinds([
    { ...failedFile('tests/unit/a.test.ts', []), message: 'Cannot find module' },
    { ...failedFile('tests/unit/b.test.ts', []), status: 'passed' },
  ])
  expect(finds).toMatchObject([{ test: 'tests/unit/a.test.ts', message: 'Cannot find module' }])
})

test('a browser test is told by its line, with what its page held', () => {
  const folder = temporaryFolder()
  const page = join(folder, 'error-context.md')
  writeFileSync(page, '# Page\n```yaml\n- heading "Checkout"\n```\n')
  const result = (status: string) => ({
    status,
    error: { message: 'expected visible' },
    attachments: [{ name: 'error-context', path: page }],
  })
  const spec = (title: string, line: number, status: string, results: object[]) => ({
    title,
    file: 'tests/e2e/typing.spec.ts',
    line,
    tests: [{ status, results }],
  })
  const suite = {
    title: 'typing.spec.ts',
    file: 'tests/e2e/typing.spec.ts',
    specs: [spec('passes', 3, 'expected', [result('passed')])],
    suites: [
      {
        title: 'ZIP',
        file: 'tests/e2e/typing.spec.ts',
        specs: [spec('late answer', 9, 'unexpected', [result('failed')])],
      },
    ],
  }
  const report = join(folder, 'report.json')
  writeFileSync(report, JSON.stringify({ suites: [suite] }))
  expect(findsOfPlaywright(report, { part: 'shop', seed: 3 })).toEqual([
    {
      test: 'tests/e2e/typing.spec.ts > ZIP > late answer',
      seed: 3,
      path: null,
      counterexample: null,
      message: 'expected visible\n\n- heading "Checkout"\n',
      again: 'npm run soak -- --part shop --seed 3 --test "tests/e2e/typing.spec.ts:9"',
    },
  ])
})

test('a find has a file of its own, without colours', () => {
  const folder = join(temporaryFolder(), 'finds')
  const find = { test: 'a.test.ts > b “c”', seed: 5, path: null, counterexample: null, again: 'npm run soak' }
  const file = writeFind(folder, { ...find, message: '\u001b[31mred\u001b[39m' })
  expect(file).toBe(join(folder, 'a-test-ts-b-c--5.json'))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...find, message: 'red' })
})

function failedFile(path: string, tests: [string, string][]) {
  return {
    name: `${ROOT}/${path}`,
    message: '',
    status: 'failed',
    assertionResults: tests.map(([fullName, message]) => ({
      fullName,
      status: 'failed',
      failureMessages: [message],
    })),
  }
}

function vitestFinds(testResults: object[]) {
  const file = join(temporaryFolder(), 'report.json')
  writeFileSync(file, JSON.stringify({ testResults }))
  return findsOfVitest(file, { root: ROOT, part: 'rules', seed: 7 })
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'soak-finds-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
