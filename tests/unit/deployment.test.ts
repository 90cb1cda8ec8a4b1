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

test('the platform logs no whole addresses: links of our emails carry their token in the query', () => {
  const settings = readFileSync('wrangler.toml', 'utf8')
  expect(settings).toMatch(/^invocation_logs = false$/m)
  expect(settings).toMatch(/^redact_query_string = true$/m)
  expect(settings).toMatch(/^\[observability\.traces\]\n(?:#.*\n)*enabled = false$/m)
})
