import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { findChromium } from '#local/browser-programs.ts'
import { build, toolEnv } from '#local/build.ts'
import { reservePorts } from '#local/ports.ts'

// npm run looks: compares the storefront's screens with the pictures in screenshots/.
// npm run looks -- --update: takes the pictures anew, after somebody has looked at what changed.
// Other arguments go to Playwright, for example `-g checkout`.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const screenshots = join(root, 'tools/looks/screenshots')
const update = process.argv.includes('--update')
const rest = process.argv.slice(2).filter((argument) => argument !== '--update')

build(root)
const chromium = await findChromium(process.env)
const { shop } = await reservePorts()
const started = Date.now()
const { status } = spawnSync(
  'playwright',
  [
    'test',
    '--config=tools/looks/playwright.config.ts',
    ...(update ? ['--update-snapshots=all'] : []),
    ...rest,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...toolEnv(), E2E_PORT: String(shop), ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
  },
)
if (update) await reduce(started)
process.exit(status ?? 1)

/** Stores the new pictures with 256 colors: a quarter of the size, and less than the comparison tolerates. */
async function reduce(since: number): Promise<void> {
  for (const name of readdirSync(screenshots)) {
    const file = join(screenshots, name)
    const picture = sharp(readFileSync(file))
    const { isPalette } = await picture.metadata()
    if (!isPalette) writeFileSync(file, await picture.png({ palette: true, dither: 0, effort: 7 }).toBuffer())
  }
  console.log(
    `Pictures taken in ${Math.round((Date.now() - since) / 1000)} s. Look at them before they are committed.`,
  )
}
