import { expect, test } from 'vitest'
import { type Prepared, preparedDraft } from '#src/storefront/checkout/prepared-draft.ts'

// The tab's kept form as the page of a prepared checkout begins with it.

const VALUES = { attemptKey: 'one', name: 'Sam', phone: '', city: 'Brooklyn', state: 'NY', note: '' }
const FIRST: Prepared = { attemptKey: 'one', version: '1', values: VALUES }
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
  const next = preparedDraft(kept, { attemptKey: 'one', version: '2', values }, null)
  expect(next.texts).toEqual({ ...values, note: 'I was wrong.', city: 'Queens' })
  // Nothing is left of the first version.
  const again = preparedDraft(next, { attemptKey: 'one', version: '3', values: VALUES }, null)
  expect(again.texts).toEqual({ ...VALUES, note: 'I was wrong.', city: 'Queens' })
  expect(again.typed).toHaveLength(next.typed?.length ?? 0)
})

test('the question about the signature is asked once, whatever changes', () => {
  const asked = { ...first, askedToSign: true }
  expect(preparedDraft(asked, { ...FIRST, version: '2' }, null).askedToSign).toBe(true)
})
