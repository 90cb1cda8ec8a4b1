import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { TOPICS } from '#src/storefront/learn/article-schema.ts'
import { bouquets, drawings } from '#tools/art/drawings.ts'
import { readMetrics } from '#tools/art/font-metrics.ts'
import { mark } from '#tools/art/logo.ts'
import { createRng } from '#tools/art/prng.ts'
import { topicDrawings } from '#tools/art/topics.ts'

const at = (path: string) => new URL(`../../public/${path}`, import.meta.url)
const drawn = drawings()
const names = bouquets.map(({ name }) => name)

/** Opacity (0 to 255) of a picture, row by row, 80 × 100. */
async function opacity(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize(80, 100).ensureAlpha().extractChannel(3).raw().toBuffer()
}

describe('the generator', () => {
  it('draws the same bytes each time', () => {
    expect(drawings()).toEqual(drawn)
  })

  it('makes another stream from another seed', () => {
    const [a, b, again] = [createRng('a'), createRng('b'), createRng('a')]
    const first = Array.from({ length: 50 }, () => a())
    expect(first).toEqual(Array.from({ length: 50 }, () => again()))
    expect(first).not.toEqual(Array.from({ length: 50 }, () => b()))
    expect(first.every((value) => value >= 0 && value < 1)).toBe(true)
  })
})

it('draws the mark that the top bar shows', () => {
  const file = new URL('../../src/layouts/mark.svg', import.meta.url)
  expect(readFileSync(file, 'utf8') === mark(), 'run node tools/art/make.ts').toBe(true)
})

it.each([...drawn])('%s is what the committed file holds', (path, svg) => {
  expect(readFileSync(at(path), 'utf8') === svg, `run node tools/art/make.ts: ${path} differs`).toBe(true)
})

it('draws every topic that an article may have', () => {
  expect(Object.keys(topicDrawings).toSorted()).toEqual(TOPICS.toSorted())
})

describe('the grades', () => {
  it('share one frame and one ground line, so that cards align', () => {
    for (const name of names) expect(drawn.get(`bouquets/${name}.svg`)).toContain('viewBox="0 0 800 1000"')
  })

  it('grow: each grade covers more of the frame than the previous', async () => {
    const covered: number[] = []
    for (const name of ['really-bad', 'extremely-bad', 'nuclear-bad']) {
      const alpha = await opacity(drawn.get(`bouquets/${name}.svg`) ?? '')
      covered.push(alpha.filter((value) => value > 128).length / alpha.length)
    }
    const [really = 0, extremely = 0, nuclear = 0] = covered
    expect(really).toBeLessThan(0.25)
    expect(extremely).toBeGreaterThan(really * 1.7)
    expect(nuclear).toBeGreaterThan(extremely * 1.3)
  })

  it.each([
    ['really-bad', false],
    ['extremely-bad', false],
    ['placeholder', false],
    ['nuclear-bad', true],
  ])('%s leaves the frame at its sides and top: %s', async (name, leaves) => {
    const alpha = await opacity(drawn.get(`bouquets/${name}.svg`) ?? '')
    const count = (indexes: number[]) => indexes.filter((i) => (alpha[i] ?? 0) > 128).length
    const rows = Array.from({ length: 60 }, (_, y) => y)
    const edges = [
      rows.map((y) => y * 80),
      rows.map((y) => y * 80 + 79),
      Array.from({ length: 80 }, (_, x) => x),
    ]
    for (const edge of edges) {
      if (leaves) expect(count(edge)).toBeGreaterThan(edge.length * 0.7)
      else expect(count(edge)).toBe(0)
    }
  })
})

it('throws for a file that is not a font', () => {
  expect(() => readMetrics(Buffer.alloc(64))).toThrow('no head table')
})
