import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/api/**/*.test.{ts,tsx}', 'tests/local/**/*.test.ts'],
    environment: 'node',
    setupFiles: 'tests/support/setup.ts',
    // Files share a worker and what it has loaded, the migrated database among it: a third of the time. No file leaves
    // anything behind that another one would find.
    isolate: false,
    // One more takes a third longer.
    maxWorkers: availableParallelism(),
    // The limit is for what hangs. A slow machine with other work beside it takes many times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
