import { defineConfig } from 'vitest/config'

// What `npm run faults` starts in each of its processes: vitest, because the messages are written in TSX.
export default defineConfig({
  test: {
    include: ['tools/soak/faults/simulated-runs.ts'],
    environment: 'node',
    disableConsoleIntercept: true,
    testTimeout: 0,
  },
})
