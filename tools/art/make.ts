/**
 * Frozen: the pictures are finished, and no test compares what this draws with what is committed.
 *
 * Draws the shop's pictures and writes them to `public/`, and the mark of the top bar to `src/layouts/`; run `node tools/art/make.ts` after changing anything here.
 * `--vectors` skips the rasters (two minutes). What it writes is committed, so the build needs none of this.
 *
 * - A bouquet is a `Scene` (really-bad.ts, extremely-bad.ts, nuclear-bad.ts, placeholder.ts): what a florist would
 *   note down. `scene.ts` draws it from back to front: paper, sprays, blooms, leaves, front of the paper, bow, card.
 * - A topic of articles (topics.ts) is a few of the same parts, growing from the lower edge of its frame.
 * - Flowers are made of petals that are defined once and used often. A petal inherits three paints from its bloom:
 *   `fill` (its gradient), `stroke` (its shadow), `color` (its rolled edge), so one cut serves all tones of palette.ts.
 * - Every number that looks random comes from `prng.ts` and a fixed seed: the same bytes at each run.
 * - Paintings live in an 800 × 1000 frame with a transparent ground and stand on the same line, so that cards align.
 *   Nuclear Bad goes on beyond the frame; `bouquets[].square` shows more of it.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawings } from './drawings.ts'
import { mark } from './logo.ts'
import { writeRasters } from './rasters.ts'

const at = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url))

for (const [path, text] of drawings()) {
  const file = join(at('public'), path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
await writeFile(at('src/layouts/mark.svg'), mark())
if (!process.argv.includes('--vectors')) await writeRasters(at('public'))
