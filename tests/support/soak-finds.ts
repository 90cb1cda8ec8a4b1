import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { SEED } from './soak.ts'

const folder = process.env['SOAK_FINDS']

/**
 * fast-check's report of a property, for all that the soak finds also a file in the folder of finds.
 * @throws Error with fast-check's own message when the property failed
 */
export function reportFind<T>(run: fc.RunDetails<T>): void {
  if (!run.failed) return
  const { seed, counterexamplePath: path, numShrinks, counterexample, errorInstance: cause } = run
  if (folder) {
    const { currentTestName: test = '', testPath: file } = expect.getState()
    const error = cause instanceof Error ? cause.message : String(cause)
    const find = {
      test,
      file,
      soakSeed: SEED,
      seed,
      path,
      numShrinks,
      counterexample: fc.stringify(counterexample),
      error,
    }
    mkdirSync(folder, { recursive: true })
    const name = test
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 100)
    writeFileSync(join(folder, `${name}-${seed}.json`), JSON.stringify(find, null, 2))
  }
  throw new Error(fc.defaultReportMessage(run), { cause })
}
