import { defineConfig } from 'vitest/config'

// The bench in short, against what was built: that it works, and what it counts. It measures nothing (npm run bench does).
export default defineConfig({
  test: {
    include: ['tools/bench/**/*.test.ts'],
    environment: 'node',
    // Workers and browsers one after the other: together they would only wait for each other.
    fileParallelism: false,
    testTimeout: 120_000,
    // Show the bench's progress.
    silent: 'passed-only',
  },
})
