import { defineConfig } from 'vitest/config'

// What takes minutes and measures time: not part of the tests.
export default defineConfig({
  test: {
    include: ['tests/load/**/*.load.ts'],
    environment: 'node',
    testTimeout: 10 * 60_000,
    hookTimeout: 10 * 60_000,
  },
})
