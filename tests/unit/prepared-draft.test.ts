import { afterEach, expect, test, vi } from 'vitest'
import { CHECKOUT_DRAFT_KEY } from '#src/lib/checkout-draft.ts'
import { draftOfPage } from '#src/storefront/checkout/draft.ts'
import { type Prepared, preparedDraft } from '#src/storefront/checkout/prepared-draft.ts'

// The tab's kept form as the page of a prepared checkout begins with it.

const VALUES = { attemptKey: 'one', name: 'Sam', phone: '', city: 'Brooklyn', state: 'NY', note: '' }
const FIRST: Prepared = { attemptKey: 'one', mark: 'prepared one 1', values: VALUES }
const first = preparedDraft(null, FIRST, '10001')

/** The draft after its buyer has typed something. */
function typed(draft: typeof first, texts: Record<string, string>) {
  const names = [...new Set([...(draft.typed ?? []), ...Object.keys(texts)])]
  return { ...draft, texts: { ...draft.texts, ...texts }, typed: names }
}

test('begins with what was prepared, whose city and state do not follow the ZIP', () => {
  expect(first).toMatchObject({ gateZip: '10001', texts: VALUES })
  expect(first.typed?.slice(0, 2)).toEqual(['city', 'state'])
})

test('leaves nothing of another attempt', () => {
  const other = { gateZip: '94103', texts: { attemptKey: 'two', name: 'Kim', note: 'Mine' }, typed: ['note'] }
  expect(preparedDraft(other, FIRST, '10001')).toEqual(first)
})

test('is what was kept after a reload, also by the checkout behind a canceled payment', () => {
  const kept = typed(first, { note: 'I was wrong.', phone: '(212) 555-0100' })
  expect(preparedDraft(kept, FIRST, null)).toBe(kept)
})

test('after a change of the checkout, what the buyer typed stays and the rest is new', () => {
  const kept = typed(first, { note: 'I was wrong.', city: 'Queens' })
  const values = { ...VALUES, name: 'Samuel', city: 'New York', state: 'NJ' }
  const next = preparedDraft(kept, { attemptKey: 'one', mark: 'prepared one 2', values }, null)
  expect(next.texts).toEqual({ ...values, note: 'I was wrong.', city: 'Queens' })
  // Nothing is left of the first version.
  const again = preparedDraft(next, { attemptKey: 'one', mark: 'prepared one 3', values: VALUES }, null)
  expect(again.texts).toEqual({ ...VALUES, note: 'I was wrong.', city: 'Queens' })
  expect(again.typed).toHaveLength(next.typed?.length ?? 0)
})

test('the question about the signature is asked once, whatever changes', () => {
  const asked = { ...first, askedToSign: true }
  expect(preparedDraft(asked, { ...FIRST, mark: 'prepared one 2' }, null).askedToSign).toBe(true)
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a page without a mark', null, 'other', true],
  ['its own page', 'prepared one 1', 'own', true],
  ['its own page after a change', 'prepared one 2', 'own', false],
  ['the page of a prepared checkout', 'prepared one 1', 'other', false],
])('for %s (mark %j) the form of the %s attempt is taken: %s', (_, mark, whose, isTaken) => {
  const other = { gateZip: null, texts: { attemptKey: 'two', name: 'Kim' }, typed: ['name'] }
  const kept = JSON.stringify(whose === 'own' ? first : other)
  const getItem = (key: string) => (key === CHECKOUT_DRAFT_KEY ? kept : null)
  vi.stubGlobal('window', { sessionStorage: { getItem } })
  const getElementById = (id: string) => (id === 'prepared' && mark ? { dataset: { mark } } : null)
  vi.stubGlobal('document', { getElementById })
  expect(draftOfPage() !== null).toBe(isTaken)
})
