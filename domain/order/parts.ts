// An order in the terms of its table (events.ts): the state of each of its parts. What happened before and still decides something is a
// part, too. Each is read from what is stored.

export const PARTS = {
  /**
   * The order and its payment. `unpaid_delivered`: an admin said so before it was paid. `lapsed`: nobody paid, and its
   * session ended. `called_off`: by an admin or a changed form, before it was paid.
   */
  order: [
    'absent',
    'unpaid',
    'unpaid_delivered',
    'lapsed',
    'called_off',
    'paid',
    'delivered',
    'cancelled',
    'refunded',
  ],
  /** The latest shop order. `silent`: rejected by the system, because nobody answered in time. */
  shopOrder: ['none', 'asked', 'accepted', 'ready', 'delivered', 'declined', 'silent', 'withdrawn'],
  /** The place that the order takes of what its market can deliver. `over`: there was no room. */
  place: ['none', 'taken', 'over'],
  /** The promise: it is in danger, its buyer was asked, or the choice ended the order. */
  choice: ['none', 'danger', 'asked', 'ended'],
  /** The flowers that a florist puts in instead of those that are missing: `asked` while the buyer is asked about them. */
  substitution: ['none', 'asked'],
  /** The last delivery attempts of the florist who has the order: nobody was there once, or again. */
  attempts: ['none', 'missed', 'missed_again'],
  /** The buyer's money on its way back. `part` and `full`: that much has arrived. */
  refund: ['none', 'requested', 'part', 'full', 'failed'],
} as const

export type Part = keyof typeof PARTS
export type StateOf<P extends Part> = (typeof PARTS)[P][number]
export type OrderParts = { [P in Part]: StateOf<P> }
export const PART_NAMES = Object.keys(PARTS) as Part[]

/** States of parts; a part that is not named may be in any. */
export type When = { readonly [P in Part]?: readonly StateOf<P>[] }

/** True if the parts are in one of the named states each. */
export function matches(parts: OrderParts, when: When): boolean {
  return PART_NAMES.every((part) => {
    const states: readonly string[] | undefined = when[part]
    return states?.includes(parts[part]) ?? true
  })
}

/** A florist has the order to make. */
export const AT_WORK = ['asked', 'accepted', 'ready'] as const satisfies StateOf<'shopOrder'>[]
/** No florist has it. */
export const NOBODYS = ['none', 'declined', 'silent', 'withdrawn'] as const satisfies StateOf<'shopOrder'>[]
