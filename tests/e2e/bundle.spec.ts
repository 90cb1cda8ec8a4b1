import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

/** Words that only the stand-ins and the tests use. */
const STAND_INS = ['4000000000009995', 'idempotency_key_in_use', 'PRAGMA busy_timeout', '_local/fault']

test('the deployed bundle holds no stand-in', () => {
  const files = filesBelow('dist').filter((file) => /\.(m?js|html|json)$/.test(file))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const word of STAND_INS) {
      expect(text.includes(word), `${word} in ${file}`).toBe(false)
    }
  }
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
