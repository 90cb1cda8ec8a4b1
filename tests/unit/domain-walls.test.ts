import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../domain/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)

test('the walls are looked at', () => {
  expect(files.length).toBeGreaterThan(10)
})

test.each(files)('%s imports only its siblings and asks neither clock nor chance', (name) => {
  const source = readFileSync(new URL(name, folder), 'utf8')
  const imported = [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, path]) => path)
  for (const path of imported) expect(path).toMatch(/^\.\/[a-z-]+\.ts$/)
  expect(source).not.toMatch(
    /Date\.now|new Date\(\)|[^.\w]Date\(\)|Math\.random|crypto|performance|process\.|\bfetch\(/,
  )
})
