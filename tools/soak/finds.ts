import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readBrowserReport } from '#local/browser-report.ts'

/** A test that failed in the soak, and how to see it fail again. */
export type Find = {
  test: string
  seed: number
  /** Where fast-check found it among what it drew, and the smallest example; null for what draws nothing. */
  path: string | null
  counterexample: string | null
  message: string
  /** The command that repeats it. */
  again: string
}

/** The command that runs one test of a part again, as it was. */
export function repeatCommand(part: string, seed: number, test: string): string {
  return `npm run soak -- --part ${part} --seed ${seed} --test ${JSON.stringify(test)}`
}

/** @param file the report of Vitest's `json` reporter @param root what its file names begin with */
export function findsOfVitest(
  file: string,
  { root, part, seed }: { root: string; part: string; seed: number },
): Find[] {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: {
      name: string
      message: string
      status: string
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
    }[]
  }
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = name.slice(root.length + 1)
    const failed = assertionResults.filter((each) => each.status === 'failed')
    const found = (test: string, text: string): Find => ({
      test,
      seed,
      path: /path: "([\d:]+)"/.exec(text)?.[1] ?? null,
      counterexample: /Counterexample: (.*)/.exec(text)?.[1] ?? null,
      message: text,
      again: repeatCommand(part, seed, test),
    })
    // A file that could not be loaded has no tests.
    if (failed.length === 0) return status === 'failed' ? [found(path, message)] : []
    return failed.map((each) => found(`${path} > ${each.fullName}`, each.failureMessages.join('\n')))
  })
}

/** @param file the report of Playwright's `json` reporter */
export function findsOfPlaywright(file: string, { part, seed }: { part: string; seed: number }): Find[] {
  return readBrowserReport(file).failed.map(({ name, at, error, page }) => ({
    test: name,
    seed,
    path: null,
    counterexample: null,
    message: `${error}\n\n${page ?? ''}`,
    again: repeatCommand(part, seed, at),
  }))
}

/** Writes a find into a file of its own. @returns its path */
export function writeFind(folder: string, find: Find): string {
  mkdirSync(folder, { recursive: true })
  const slug = find.test
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase()
    .slice(-100)
  const file = join(folder, `${slug}-${find.seed}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ ...find, message: stripVTControlCharacters(find.message) }, null, 2)}\n`,
  )
  return file
}
