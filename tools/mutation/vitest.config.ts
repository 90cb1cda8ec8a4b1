import { defineConfig } from 'vitest/config'

// The tests that hold one mutated file; tools/mutation/command.ts names them.
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    environment: 'node',
    // As `npm test` has it: a worker keeps what it has loaded. What is decided while a file loads needs a fresh one.
    isolate: process.env['MUTATION_ISOLATE'] === 'yes',
    testTimeout: 120_000,
  },
})
