import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/api/**/*.test.{ts,tsx}', 'tests/local/**/*.test.ts'],
    environment: 'node',
    // Property tests over two years of hours need more than the default on a small machine.
    testTimeout: 30_000,
  },
})
