import { defineConfig } from 'vitest/config'

// The tests that hold one mutated file; local/mutation.ts names them.
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    environment: 'node',
    testTimeout: 30_000,
  },
})
