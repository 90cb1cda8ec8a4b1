import { SITE } from './site.ts'

// The words of consent to texts. Those that were shown once stay as they are, because consents name them: other words get another name.

/** `start`: whoever stopped them texted START. */
export type ConsentWording = '2026-11-29' | 'start'

/** The words that the checkout shows, and their name. */
export const SHOWN_WORDING = '2026-11-29' satisfies ConsentWording

export const CONSENT_TEXTS = {
  '2026-11-29': {
    label: 'Text me about this order',
    terms: `${SITE.brand} texts this number when it is accepted, on its way and there, and if there is a question: two to six texts an order. Message and data rates may apply. Reply STOP to end them, HELP for help. You can buy without them.`,
  },
  start: { label: 'START', terms: 'The number texted START after it had texted STOP.' },
} as const satisfies Record<ConsentWording, { label: string; terms: string }>

/** The wording that a form sent back; null: none, or none that was ever shown. */
export function agreedWording(sent: string): ConsentWording | null {
  return sent === SHOWN_WORDING ? sent : null
}
