import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { resetRows } from './row-kit.ts'
import { runs, SEED } from './soak.ts'

// Runs before each file. Files share a process: none may notice which ran before it.

resetRows()
fc.configureGlobal({ seed: SEED, numRuns: runs(100) })

const REAL = globalThis as typeof globalThis & { realFunctions?: ReturnType<typeof patchable> }
REAL.realFunctions ??= patchable()

afterAll(() => {
  expect(patchable(), 'a test left a patched clock, timer or id behind').toEqual(REAL.realFunctions)
})

/** The globals that tests replace for a while. */
function patchable() {
  const { Date: date, setTimeout: set, clearTimeout: clear, fetch, crypto } = globalThis
  return {
    date,
    now: Date.now,
    set,
    clear,
    fetch,
    randomUUID: crypto.randomUUID,
    digest: crypto.subtle.digest,
  }
}
