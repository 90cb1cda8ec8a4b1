import { describe, expect, test } from 'vitest'
import { ProtocolError } from '#api/agents/call.ts'
import { shareCapabilities } from '#api/agents/platforms/negotiate.ts'
import { readProfile } from '#api/agents/platforms/profile.ts'
import { PROFILE_URL, platformProfile } from '#tests/support/played-platforms.ts'

const NEW = '2026-08-25'
const OLD = '2026-04-08'
const read = (document: unknown, address = PROFILE_URL) => readProfile(address, document)
const sharedBy = (version: typeof NEW | typeof OLD, ...names: string[]) => {
  const capabilities = names.map((name) => `dev.ucp.shopping.${name}`)
  const shared = shareCapabilities(version, platformProfile({ version, capabilities }).ucp.capabilities)
  return [...shared].map((name) => name.replace('dev.ucp.shopping.', ''))
}

/** The status and code of a refusal, and its words. */
function refusalOf(document: unknown) {
  try {
    read(document)
  } catch (error) {
    if (error instanceof ProtocolError) return [error.status, error.code, error.message] as const
  }
  throw new Error('It was taken')
}

describe.each([NEW, OLD] as const)('what a platform of %s shares', (version) => {
  test.each([
    [['checkout', 'fulfillment', 'catalog.search', 'catalog.lookup']],
    [['checkout']],
    [['checkout', 'fulfillment']],
    [['catalog.lookup']],
  ])('is all that both have: %j', (names) => {
    expect(sharedBy(version, ...names)).toEqual(names)
  })

  test('is nothing of what the shop does not have', () => {
    expect(sharedBy(version, 'order', 'cart', 'discount')).toEqual([])
  })

  test('is no extension alone', () => {
    expect(sharedBy(version, 'fulfillment')).toEqual([])
  })

  test('is nothing of another version than the profile’s own', () => {
    const other = version === NEW ? OLD : NEW
    expect(shareCapabilities(version, platformProfile({ version: other }).ucp.capabilities)).toEqual(
      new Set(),
    )
  })

  test('is one that is offered in several versions', () => {
    const [one] = platformProfile({ version }).ucp.capabilities['dev.ucp.shopping.checkout'] ?? []
    const entries = [{ ...one, version: '2027-01-01' }, null, 'x', one]
    expect([...shareCapabilities(version, { 'dev.ucp.shopping.checkout': entries })]).toHaveLength(1)
  })

  test.each([[{}], ['checkout'], [null], [{ version }], [[[version]]]])('is nothing in %j', (entries) => {
    expect(shareCapabilities(version, { 'dev.ucp.shopping.checkout': entries })).toEqual(new Set())
  })
})

test('fulfillment extends the catalog in 2026-08-25 alone', () => {
  expect(sharedBy(NEW, 'catalog.search', 'fulfillment')).toEqual(['fulfillment', 'catalog.search'])
  expect(sharedBy(OLD, 'catalog.search', 'fulfillment')).toEqual(['catalog.search'])
})

test.each([NEW, OLD] as const)(
  'a capability of %s counts without a schema, as clients publish it',
  (version) => {
    const entry = [{ version }]
    const offered = { 'dev.ucp.shopping.checkout': entry, 'dev.ucp.shopping.fulfillment': entry }
    expect([...shareCapabilities(version, offered)]).toEqual(Object.keys(offered))
  },
)

describe('a profile', () => {
  test.each([NEW, OLD] as const)('of %s is read with its version, name and address', (version) => {
    expect(read(platformProfile({ version, name: 'Concierge', capabilities: [] }))).toEqual({
      profileUrl: PROFILE_URL,
      name: 'Concierge',
      version,
      shared: new Set(),
    })
  })

  test('without capabilities shares nothing', () => {
    for (const capabilities of [undefined, null, [], 'all', [platformProfile().ucp.capabilities]]) {
      expect(read({ ucp: { version: NEW, capabilities } }).shared, JSON.stringify(capabilities)).toEqual(
        new Set(),
      )
    }
  })

  test.each([
    ...[
      null,
      'text',
      7,
      true,
      [],
      {},
      { ucp: null },
      { ucp: [] },
      { ucp: {} },
      { ucp: 'x' },
      { version: NEW },
    ],
    ...[
      { ucp: { version: null } },
      { ucp: { version: 20260825 } },
      { ucp: { version: [NEW] } },
      [{ ucp: { version: NEW } }],
    ],
  ])('that is %j is malformed', (document) => {
    expect(refusalOf(document).slice(0, 2)).toEqual([422, 'profile_malformed'])
  })

  test.each(['draft', '', '2025-01-01', '2026-01-11', '2027-01-01', ' 2026-08-25', '2026-8-25', '__proto__'])(
    'of the version %j is refused, and both of ours are named',
    (version) => {
      const [status, code, message] = refusalOf({ ...platformProfile(), ucp: { version } })
      expect([status, code]).toEqual([422, 'version_unsupported'])
      expect(message).toContain(NEW)
      expect(message).toContain(OLD)
    },
  )
})

describe('the name of a platform', () => {
  const named = (name: unknown, inUcp?: unknown) => read({ name, ucp: { version: NEW, name: inUcp } }).name
  const HOST = 'agent.sorryflowers.com'

  test.each([
    ['Concierge', 'Concierge'],
    ['  Ask \n Jeeves\t', 'Ask Jeeves'],
    ['\u202eGPT\u2066 \u200bChat\u0000', 'GPT Chat'],
    ['Café ☕', 'Café ☕'],
    ['花屋', '花屋'],
    ['a'.repeat(61), 'a'.repeat(60)],
    [`${'💐'.repeat(59)}ab`, `${'💐'.repeat(59)}a`],
  ])('%j is read as %j', (name, readAs) => {
    expect(named(name)).toBe(readAs)
  })

  test.each([undefined, null, 7, '', '   ', '\u202e\u200b', '…', {}, ['Concierge']])(
    '%j is none: its host is the name',
    (name) => {
      expect(named(name)).toBe(HOST)
    },
  )

  test('beside the version counts where there is none at the top', () => {
    expect(named(undefined, 'Inner')).toBe('Inner')
    expect(named('Outer', 'Inner')).toBe('Outer')
    expect(named('\u200b', 'Inner')).toBe('Inner')
  })

  test('is the end of a long host', () => {
    const host = `${'a'.repeat(50)}.${'b'.repeat(50)}.sorryflowers.com`
    const { name } = read(platformProfile(), `https://${host}/ucp`)
    expect(name).toHaveLength(60)
    expect(name).toMatch(/^…b+\.sorryflowers\.com$/)
  })
})
