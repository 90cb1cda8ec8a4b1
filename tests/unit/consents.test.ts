import { expect, test } from 'vitest'
import { agreedWording, CONSENT_TEXTS, SHOWN_WORDING } from '#domain/consents.ts'
import { SITE } from '#domain/site.ts'

test('the words that the checkout shows name who sends, what it costs and how it ends', () => {
  const { terms } = CONSENT_TEXTS[SHOWN_WORDING]
  for (const needed of [SITE.brand, 'automated', 'rates may apply', 'STOP', 'HELP', 'order without'])
    expect(terms).toContain(needed)
})

test('a form agrees to the words that are shown, and to no others', () => {
  expect(['', 'on', 'start', '2025-01-01', SHOWN_WORDING].map(agreedWording)).toEqual([
    null,
    null,
    null,
    null,
    SHOWN_WORDING,
  ])
})
