import { defineConfig } from 'vitest/config'

// What `npm run torture` starts in each of its processes: vitest, because the messages are written in TSX.
export default defineConfig({
  test: {
    include: ['tests/faults/worlds.ts'],
    environment: 'node',
    disableConsoleIntercept: true,
    testTimeout: 0,
  },
})
