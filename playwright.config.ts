import { existsSync, statfsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import type { ShopOptions } from '#tests/e2e/shop.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

const port = process.env['E2E_PORT'] ?? '18787'
const executablePath = process.env['HEADLESS_SHELL_PATH'] ?? process.env['CHROMIUM_PATH']

// Each journey runs once: on a phone, or where there is a keyboard (`test.use(DESKTOP)`). One that depends on the width sets
// it itself. The soak has two kinds that run beside all the others, one after the other.
// Specs that look at all of a shop, or change what others look at, have another one.
const SERIAL =
  /\/(admin-(assign|dashboard|mail|products|time-left|waitlist)|broken-pictures|product-pictures|promise-choice|waitlist|zones)\.spec\.ts$/
// Those with a shop of their own, which hangs and fails, wait most of the time.
const OWN_SHOP = /\/(faults|page-views|thank-you-away)\.spec\.ts$/
/** The soak's own specs are the variants and the pictures that a day's work does not need. */
const ALL = IS_SOAK ? ['tests/e2e/*.spec.ts', 'tools/soak/browser/*.spec.ts'] : 'tests/e2e/*.spec.ts'
// A phone is asked for less movement: drawing it is a sixteenth of all the work. Specs about what opens, closes and moves
// switch it on, and the desktop has it.
const PHONE = {
  ...devices['Pixel 7'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: 'reduce' as const },
}

// Chromium is to do without these. The first are of its own window, drawn as pages that nobody sees: a sixth of all the work.
// The others are Playwright's own list, which a list of ours replaces.
const FEATURES_OFF = [
  'InitialWebUI,PreloadTopChromeWebUI,PreloadTopChromeWebUILessNavigations,WebUIOmniboxAimPopup,WebUIOmniboxPopup',
  'WebUIReloadButton,WebUIToolbar',
  'AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints',
  'PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,ThirdPartyStoragePartitioning,Translate',
]

/** True if this machine has a gigabyte of shared memory, where containers have little. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize >= 2 ** 30
}

// The journeys run against the built Worker with local/ beside it, as `npm start` serves it, on a database of their own.
export default defineConfig<object, ShopOptions>({
  testDir: '.',
  testIgnore: IS_SOAK ? [] : 'tools/**',
  // The limit is for what hangs. A slow machine with other work beside it takes many times as long as an idle one.
  timeout: IS_SOAK ? 600_000 : 180_000,
  expect: { timeout: 30_000 },
  workers: IS_SOAK ? 3 : 2,
  fullyParallel: true,
  forbidOnly: true,
  // The gate looks at what must never break: purchases, mail, sign-in, and one test of each kind that only a browser shows.
  ...(IS_SOAK ? {} : { grep: /@gate/ }),
  // A second try passes and is reported as flaky (local/browser-report.ts), but those of purchases and undo have none: money
  // that is lost once in a hundred times is lost. The soak looks for what fails now and then.
  retries: IS_SOAK ? 0 : 1,
  reporter: [['list'], ['json', { outputFile: process.env['E2E_RESULTS'] ?? 'test-results/results.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    // Traces cost a sixth of the whole; E2E_TRACE=on brings them.
    trace: process.env['E2E_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Playwright has Chromium share memory through files in /tmp: a twentieth of all the work.
      ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page takes over the process of the empty one before it: a fourteenth of all the work.
        '--renderer-process-limit=1',
        `--disable-features=${FEATURES_OFF.join(',')}`,
      ],
    },
  },
  // Each project has processes and browsers of its own.
  projects: IS_SOAK
    ? [
        { name: 'own shop', testMatch: OWN_SHOP, workers: 1, use: PHONE },
        { name: 'serial', testMatch: SERIAL, workers: 1, use: { ...PHONE, ownShop: true } },
        { name: 'phone', testMatch: ALL, testIgnore: [OWN_SHOP, SERIAL], use: PHONE },
      ]
    : [{ name: 'phone', testMatch: ALL, use: PHONE }],
  webServer: {
    command: 'node local/reset.ts && node local/start.ts',
    url: `http://localhost:${port}/api/health`,
    // The platform of a spec has its profile on this machine.
    env: { PORT: port, UCP_ALLOW_LOOPBACK: '1' },
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
