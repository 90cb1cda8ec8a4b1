import { defineConfig, devices } from '@playwright/test'

const port = process.env['E2E_PORT'] ?? '18787'
const executablePath = process.env['CHROMIUM_PATH']

// What does not depend on the width, or sets it itself, runs once: on the phone, or where there is a keyboard.
const ANY_WIDTH =
  /\/(bundle|crash|faults|fields|headers|kept|metadata|open-page|page-views|pages|purchase|small-screen|texts|thank-you|thank-you-live|typing|waitlist)\.spec\.ts$/
const AT_A_DESK = /\/(keyboard|names)\.spec\.ts$/

// The journeys run against the built Worker with local/ beside it, as `npm start` serves it, on a database of their own.
export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: process.env['E2E_RESULTS'] ?? 'test-results/results.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: AT_A_DESK,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
    {
      name: 'desktop',
      testIgnore: ANY_WIDTH,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    command: 'node local/reset.ts && node local/start.ts',
    url: `http://localhost:${port}/api/health`,
    env: { PORT: port },
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
