import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file to mutate and the tests that must fail. Paths from the root. */
export type Target = { file: string; tests: readonly string[] }

// Tests that share one shop: opening a shop for each mutant would take longer than the test.
const SETTLEMENT_TESTS = ['tests/api/settle-details.test.ts']
const ASSIGNMENT_TESTS = [
  'tests/api/assignment-details.test.ts',
  'tests/api/admin-assignments.test.ts',
  'tests/api/admin-shop-orders.test.ts',
  'tests/api/florist.test.ts',
]

const SERVICES: readonly Target[] = [
  { file: 'api/orders/settle.ts', tests: SETTLEMENT_TESTS },
  { file: 'api/webhooks/routes.ts', tests: [...SETTLEMENT_TESTS, 'tests/api/signed-events.test.ts'] },
  ...['assign', 'service'].map((name) => ({
    file: `api/shop-orders/${name}.ts`,
    tests: ASSIGNMENT_TESTS,
  })),
]

/** Every file of domain/ with the unit tests that import it, then settlement and assignment. */
export function targets(root: string): Target[] {
  const tests = readdirSync(join(root, 'tests/unit'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => ({
      path: `tests/unit/${name}`,
      text: readFileSync(join(root, 'tests/unit', name), 'utf8'),
    }))
  const rules = readdirSync(join(root, 'domain')).map((name) => ({
    file: `domain/${name}`,
    tests: tests.filter(({ text }) => text.includes(`#domain/${name}'`)).map(({ path }) => path),
  }))
  return [...rules, ...SERVICES]
}
