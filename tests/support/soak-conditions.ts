import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { between, createRng, pick } from '#tests/support/prng.ts'
import { SEED } from './soak.ts'

const MOST_MS = 800

/** A slow processor is rare: it makes the machine work as many times as long. */
const KINDS = ['plain', 'plain', 'late', 'late', 'late', 'late', 'slow'] as const

/**
 * Draws a visitor's conditions from the seed and the test's name: nothing special, scripts and answers that come late,
 * or a slow processor. They uncover races.
 */
export async function drawConditions(context: BrowserContext, test: string): Promise<void> {
  const rng = createRng(`${SEED} ${test}`)
  const kind = pick(rng, KINDS)
  if (kind === 'late') {
    await context.route(/\.js$|\/api\//, async (route) => {
      if (rng() < 0.5) await sleep(between(rng, 0, MOST_MS))
      // The test may be over.
      await route.fallback().catch(() => undefined)
    })
  }
  if (kind === 'slow') context.on('page', (page) => slowDown(page, pick(rng, [2, 4])))
}

function slowDown(page: Page, rate: number): void {
  page
    .context()
    .newCDPSession(page)
    .then((session) => session.send('Emulation.setCPUThrottlingRate', { rate }))
    .catch(() => undefined)
}
