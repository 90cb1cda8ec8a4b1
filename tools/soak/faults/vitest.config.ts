import { defineConfig } from 'vitest/config'

// Each process of `npm run faults` starts this: vitest, because the messages are written in TSX.
export default defineConfig({
  test: {
    include: ['tools/soak/faults/simulated-runs.ts'],
    environment: 'node',
    disableConsoleIntercept: true,
    testTimeout: 0,
  },
})
