import { fileURLToPath } from 'node:url'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import base from '#playwright.config.ts'

const server = base.webServer as Exclude<PlaywrightTestConfig['webServer'], unknown[] | undefined>

const launch = base.use?.launchOptions
/** Letters as the file of the font has them, whatever the machine does with fonts. */
const FONTS = ['--font-render-hinting=none', '--disable-font-subpixel-positioning', '--disable-lcd-text']

// The screens of the storefront as pictures: the same browser and server as in `npm test`.
export default defineConfig({
  ...base,
  testDir: '.',
  grep: /./,
  testIgnore: [],
  outputDir: '../../test-results/looks',
  reporter: [['list'], ['html', { open: 'never', outputFolder: '../../playwright-report' }]],
  expect: { timeout: 15_000 },
  projects: [
    {
      name: 'looks',
      use: { deviceScaleFactor: 1, launchOptions: { ...launch, args: [...(launch?.args ?? []), ...FONTS] } },
    },
  ],
  webServer: { ...server, cwd: fileURLToPath(new URL('../..', import.meta.url)) },
})
