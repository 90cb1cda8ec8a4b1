// The words of consent to texts. Those that were shown once stay as they are, because consents name them: other words get
// another name, and so do the same words with another brand.

/** `start`: whoever stopped them texted START. */
export type ConsentWording = '2026-11-29' | 'start'

/** The words that the checkout shows, and their name. */
export const SHOWN_WORDING = '2026-11-29' satisfies ConsentWording

export const CONSENT_TEXTS = {
  '2026-11-29': {
    label: 'Text me about this order',
    terms:
      'By checking this box, you agree to automated texts about this order from Apologize Better to the number above: accepted by a florist, on its way, delivered, and any question we have. Usually 3 texts per order. Message and data rates may apply. Reply STOP to stop, HELP for help. No advertising, and you can order without them.',
  },
  start: { label: 'START', terms: 'The number texted START after it had texted STOP.' },
} as const satisfies Record<ConsentWording, { label: string; terms: string }>

/** The wording that a form sent back; null: none, or none that was ever shown. */
export function agreedWording(sent: string): ConsentWording | null {
  return sent === SHOWN_WORDING ? sent : null
}
