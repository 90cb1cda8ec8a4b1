import { defineConfig } from 'vitest/config'
import { IS_SOAK } from '#tests/support/soak.ts'

// Tests that need the built Worker, asked over HTTP: pages as a browser without JavaScript has them, many requests at
// once, visitors who leave.
export default defineConfig({
  test: {
    include: [`tests/worker/**/*.${IS_SOAK ? '{test,soak}' : 'test'}.ts`],
    environment: 'node',
    globalSetup: ['tests/worker/one-shop.ts'],
    // One after the other: they share a shop, and a fault of its database is there for everyone.
    fileParallelism: false,
    isolate: false,
    // The limit is for what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
