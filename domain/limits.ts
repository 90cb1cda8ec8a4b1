// Longest texts that people may write, in characters as `countCharacters` counts them. The payment provider takes less of
// some: `api/platform/payments/metadata.ts` fits them in.

export const NAME_MAX = 100
export const EMAIL_MAX = 254
export const ADDRESS_MAX = 200
/** Apartment, suite or floor. */
export const UNIT_MAX = 60
export const CITY_MAX = 100
/** The apology note on the card. */
export const NOTE_MAX = 300
/** An apology that is looked over: a note is short, and a letter has a few thousand. What is longer is looked at so far. */
export const APOLOGY_MAX = 10_000
export const INSTRUCTIONS_MAX = 300
/** A waitlist story. */
export const STORY_MAX = 2000
/** A product's description; a card on the storefront shows all of it. */
export const DESCRIPTION_MAX = 2000
export const SHOP_NAME_MAX = 200
export const MARKET_NAME_MAX = 100
/** The reason that shoppers read while a market is paused. */
export const PAUSED_REASON_MAX = 300
/** ZIP codes of one market, and of one pasted list. */
export const ZIP_CODES_MAX = 5000
/** Dates on which a market does not deliver. */
export const CLOSED_DATES_MAX = 400
/** Dates on which a shop's capacity is another one. */
export const CAPACITY_DATES_MAX = 400
/** Instructions of the owner to the florist. */
export const SPECIAL_INSTRUCTIONS_MAX = 1000
/** The owner's notes about a shop order. */
export const SHOP_NOTES_MAX = 2000
/** A note of staff on an order, and an entry of a shop order's contact history. */
export const STAFF_NOTE_MAX = 2000
/** The reference of a payment to a shop: a number of a cheque or a transfer. */
export const SHOP_PAYMENT_REFERENCE_MAX = 100
/** Why a florist rejects. */
export const REJECTION_REASON_MAX = 500
/** The flowers that are missing, and those that go in instead. */
export const SUBSTITUTION_MAX = 200
/** The newest orders, which tell what is new. */
export const RECENT_ORDERS_MAX = 20
/** The name of a saved view of a list. */
export const VIEW_NAME_MAX = 40
/** The query of its address. */
export const VIEW_SEARCH_MAX = 500
/** Saved views of one person. */
export const VIEWS_MAX = 50

/** Lifetime of a checkout session: the provider's minimum is 30 minutes, one more covers the redirect. */
export const SESSION_MINUTES = 31
