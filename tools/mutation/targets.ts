import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that is mutated, and the tests that have to notice. Both from the root. */
export type Target = { file: string; tests: readonly string[] }

// Those that share a shop: a shop of its own for each test takes longer than the test, a thousand times over.
const SETTLING = ['tests/api/settle-details.test.ts']
const ASSIGNING = [
  'tests/api/assignment-details.test.ts',
  'tests/api/admin-assignments.test.ts',
  'tests/api/admin-shop-orders.test.ts',
  'tests/api/florist.test.ts',
]

const SERVICES: readonly Target[] = [
  { file: 'api/orders/settle.ts', tests: SETTLING },
  { file: 'api/webhooks/routes.ts', tests: [...SETTLING, 'tests/api/signed-events.test.ts'] },
  ...['assign', 'unassign', 'write-status', 'change-status'].map((name) => ({
    file: `api/shop-orders/${name}.ts`,
    tests: ASSIGNING,
  })),
]

/** Every rule of the domain with the unit tests that import it, then settlement and assignment with theirs. */
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
