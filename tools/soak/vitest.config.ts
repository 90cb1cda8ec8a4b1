import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** The tests that draw something, and those that are the soak's alone, of the folders that SOAK_FOLDERS names. */
const folders = (process.env['SOAK_FOLDERS'] ?? 'unit,local,api').split(',')
const files = folders.flatMap((folder) => globSync(`tests/${folder}/**/*.{test,soak}.{ts,tsx}`))
const DRAWS = /fast-check|support\/soak|faults\/run/

export default defineConfig({
  test: {
    include: files.filter((file) => file.includes('.soak.') || DRAWS.test(readFileSync(file, 'utf8'))),
    environment: 'node',
    setupFiles: 'tests/support/setup.ts',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 0,
    hookTimeout: 0,
  },
})
