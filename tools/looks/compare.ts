import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type TestInfo } from '@playwright/test'
import sharp from 'sharp'

/** Pictures are compared from a distance, where the edges of letters are gone: each machine rounds those differently. */
const DISTANCE = 6
/** Of 255, for any color of any pixel: machines differ by up to 35, and a missing word by more than 60. */
const TOLERATED = 45
/** Whole pages may end some pixels apart, because their heights are rounded. */
const HEIGHT_TOLERATED = 4

/**
 * Compares a screenshot with the picture of that name, or stores it as that picture if pictures are taken anew. A
 * difference fails the test at its end; both pictures are in its report.
 */
export async function expectLook(screenshot: Buffer, name: string, info: TestInfo): Promise<void> {
  const file = fileURLToPath(new URL(`screenshots/${name}.png`, import.meta.url))
  if (info.config.updateSnapshots === 'all') return writeFileSync(file, screenshot)
  const expected = readFileSync(file)
  const difference = await largestDifference(expected, screenshot)
  if (difference > TOLERATED) {
    await info.attach(`${name}-expected.png`, { body: expected, contentType: 'image/png' })
    await info.attach(`${name}-actual.png`, { body: screenshot, contentType: 'image/png' })
  }
  expect.soft(difference, `${name} differs from its picture`).toBeLessThanOrEqual(TOLERATED)
}

/** @returns 0 to 255; the latter also when the sizes differ */
async function largestDifference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([sharp(one).metadata(), sharp(other).metadata()])
  if (a.width !== b.width || Math.abs(a.height - b.height) > HEIGHT_TOLERATED) return 255
  const size = { width: a.width, height: Math.min(a.height, b.height) }
  const [before, after] = await Promise.all([fromAfar(one, size), fromAfar(other, size)])
  return before.reduce((most, value, at) => Math.max(most, Math.abs(value - (after[at] ?? 0))), 0)
}

async function fromAfar(picture: Buffer, { width, height }: { width: number; height: number }) {
  return sharp(picture)
    .extract({ left: 0, top: 0, width, height })
    .removeAlpha()
    .toColourspace('srgb')
    .resize(Math.round(width / DISTANCE), Math.round(height / DISTANCE), { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}
