import { defineConfig } from 'vitest/config'

// Tests of what neither runs nor changes the shop, and of what its stand-ins do beside what the shop asks of them (npm run
// test:tools); the bench's run against what was built.
export default defineConfig({
  test: {
    include: ['tools/**/*.test.ts', 'tests/stand-ins/**/*.test.ts'],
    environment: 'node',
    setupFiles: 'tests/support/setup.ts',
    // Workers and browsers one after the other: together they would only wait for each other.
    fileParallelism: false,
    testTimeout: 120_000,
    // Show the bench's progress.
    silent: 'passed-only',
  },
})
