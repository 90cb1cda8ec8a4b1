import { defineConfig } from 'vitest/config'

// The tests of one mutated file; command.ts names them.
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    environment: 'node',
    // As in `npm test`, modules stay loaded; mutants of code that runs at load time need a fresh worker.
    isolate: process.env['MUTATION_ISOLATE'] === 'yes',
    testTimeout: 120_000,
  },
})
