import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the Worker is placed beside the database', () => {
  expect(readFileSync('wrangler.toml', 'utf8')).toMatch(/^\[placement\]\nmode = "smart"$/m)
})

test('the deployment guide names Smart Placement and asks for no edge replica', () => {
  const guide = readFileSync('docs/deploy.md', 'utf8')
  expect(guide).toContain('Smart Placement')
  expect(guide).toContain('closed to new customers')
})
