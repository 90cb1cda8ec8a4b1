import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SOURCES } from '#local/build.ts'
import { cyclesOf, importsIn, importsOf, RULES } from '#tests/support/import-graph.ts'

// Imports follow the layout in docs/architecture.md. Each rule is shown to notice a violation.

const IMPORTS = importsOf(['{api,domain,drizzle,src}/**/*.{ts,tsx,astro}'])

/** A violation of each rule, planted. */
const PLANTED: Readonly<Record<string, readonly [file: string, source: string]>> = {
  'the domain imports only itself': ['domain/money.ts', "import { db } from '#api/deps.ts'"],
  'platform imports no module': [
    'api/platform/outbox/a.ts',
    "import { settle } from '#api/orders/settle.ts'",
  ],
  'http imports no module': ['api/http/guard.ts', "import { readAccessToken } from '#api/auth/tokens.ts'"],
  'the API imports nothing of src': ['api/orders/settle.ts', "import { SITE } from '#src/lib/a.ts'"],
  'a module imports of another its services, queries and schemas, never its routes or emails': [
    'api/checkout/service.ts',
    "import { orderConfirmation } from '#api/orders/emails/order-confirmation.tsx'",
  ],
  'SQL only in queries, platform and drizzle': ['api/orders/settle.ts', "import { sql } from 'drizzle-orm'"],
  'Hono only in routes and http': ['api/orders/settle.ts', "import { Hono } from 'hono'"],
  'the browser imports of the API only schemas and types': [
    'src/admin/orders/queries.ts',
    "import { orderPage } from '#api/orders/queries.ts'",
  ],
  'one storefront feature does not import another': [
    'src/storefront/checkout/form.tsx',
    "import { join } from '#src/storefront/waitlist/join.ts'",
  ],
  'nothing that is deployed imports stand-ins, tests or tools': [
    'src/lib/a.ts',
    "const faults = await import('#local/faults.ts')",
  ],
}

test('the imports are read', () => {
  expect(IMPORTS.length).toBeGreaterThan(2000)
  expect(importsIn('a/b.ts', "import type { X } from './c.ts'\nexport { y } from '#api/d.ts'\n")).toEqual([
    { from: 'a/b.ts', to: 'a/c.ts', typeOnly: true },
    { from: 'a/b.ts', to: 'api/d.ts', typeOnly: false },
  ])
})

describe.each(RULES)('$name', ({ name, breaks }) => {
  test('no import breaks it', () => {
    const broken = IMPORTS.filter(breaks).map(({ from, to }) => `${from} → ${to}`)
    expect(broken).toEqual([])
  })

  test('notices a violation', () => {
    const [file, source] = PLANTED[name] ?? ['', '']
    expect(importsIn(file, source).filter(breaks)).toHaveLength(1)
  })
})

describe('the folders of the API', () => {
  test('have no dependency cycle', () => {
    expect(cyclesOf(IMPORTS)).toEqual([])
  })

  test('a planted cycle is found', () => {
    const planted = [
      ...importsIn('api/orders/a.ts', "import { b } from '#api/refunds/b.ts'"),
      ...importsIn('api/refunds/b.ts', "import { c } from '#api/shops/c.ts'"),
      ...importsIn('api/shops/c.ts', "import { a } from '#api/orders/a.ts'"),
    ]
    expect(cyclesOf(planted)).toEqual([['orders', 'refunds', 'shops']])
  })

  test.each(['http', 'platform'])('a planted cycle through %s is found', (folder) => {
    const planted = [
      ...importsIn('api/orders/a.ts', `import { b } from '#api/${folder}/b.ts'`),
      ...importsIn(`api/${folder}/b.ts`, "import { a } from '#api/orders/a.ts'"),
    ]
    expect(cyclesOf(planted)).toEqual([['orders', folder]])
  })
})

/** Where text comes in: what routes take, and what forms check with. */
const REQUEST_SCHEMAS = globSync('api/*/{schema,*-schema}.ts').filter(
  (file) => !/http.(field|error|message)-schema/.test(file),
)

test.each(REQUEST_SCHEMAS)('%s takes no text in past field-schema.ts, which normalises it', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/z\.string\(/)
})

test.each(REQUEST_SCHEMAS)(
  '%s says what is wrong with a field in our own words, by field-schema.ts',
  (file) => {
    const found = new Set([file])
    for (const at of found)
      for (const { from, to, typeOnly } of IMPORTS) if (from === at && !typeOnly) found.add(to)
    expect(found).toContain('api/http/field-schema.ts')
  },
)

/** The files without pages: their scripts are such imports, of modules that the build cannot take for idle. */
const FILES = globSync('{api,domain,src}/**/*.{ts,tsx}')

test.each(FILES)('%s counts on no effect that the build drops', (file) => {
  const source = readFileSync(file, 'utf8')
  // The build takes calls of `z` for pure (astro.config.mjs), and so a module that does nothing else.
  expect(source).not.toMatch(/^z\b/m)
  expect(source).not.toMatch(/^import\s*['"]/m)
})

test.each(globSync('domain/**/*.ts'))('%s asks neither clock nor chance', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(
    /Date\.now|new Date\(\)|[^.\w]Date\(\)|Math\.random|crypto|performance|process\.|\bfetch\(/,
  )
})

/** Where an order begins, where decisions are written, and where links of orders that are over end with their shop. */
const WRITE_ORDERS = [
  'api/orders/queries.ts',
  'api/orders/decision-queries.ts',
  'api/orders/reconcile-queries.ts',
  'api/checkout/queries.ts',
  'api/platform/audit/order-events.ts',
  'api/shop-orders/queries.ts',
]
const ROWS = 'orders|shopOrders|orderChoices|orderSubstitutions|orderFlags|floristLinks'

test.each(globSync('api/**/*.ts').filter((file) => !WRITE_ORDERS.includes(file)))(
  '%s writes no status, assignment, flag, question or link',
  (file) => {
    const writes = new RegExp(
      `(?:update|insert)\\((?:${ROWS})\\)|(?:update|insert into) \\$\\{(?:${ROWS})\\}`,
    )
    expect(readFileSync(file, 'utf8')).not.toMatch(writes)
  },
)

/** Server code, whose clock is right, and the one that others ask; a cache's own stamps; and the year that is asked about. */
const KNOW_THE_TIME = [
  'src/fetch.ts',
  'src/lib/server-clock.ts',
  'src/admin/page-cache.ts',
  'src/lib/server-year.ts',
]

test.each(globSync('src/**/*.{ts,tsx,astro}').filter((file) => !KNOW_THE_TIME.includes(file)))(
  '%s asks the server’s clock, never the device’s',
  (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/Date\.now|new Date\(\)|[^.\w]Date\(\)/)
  },
)

test('a change of anything that is deployed makes a new build', () => {
  const isOurs = (file: string) => /^(api|domain|drizzle|src)\//.test(file)
  const deployed = IMPORTS.filter(({ from, typeOnly }) => !typeOnly && /^(api|src)\//.test(from))
  const used = deployed.map(({ to }) => to).filter(isOurs)
  expect(used.filter((file) => !SOURCES.some((source) => file.startsWith(`${source}/`)))).toEqual([])
})
