import { defineConfig } from 'vitest/config'

// What only the built Worker shows, asked over HTTP: many requests at once, and visitors who leave.
export default defineConfig({
  test: {
    include: ['tests/worker/**/*.test.ts'],
    environment: 'node',
    // One shop after the other: together they would only wait for each other.
    fileParallelism: false,
    // For what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
