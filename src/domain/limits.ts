// How many characters people may write. The payment provider keeps the parts of an order as metadata
// values of at most 500 characters, so everything that goes along with an order stays below that.

export const NAME_MAX = 100
export const EMAIL_MAX = 254
export const ADDRESS_MAX = 200
export const CITY_MAX = 100
/** The apology note on the card (decisions.md). */
export const NOTE_MAX = 300
/** Delivery instructions. */
export const INSTRUCTIONS_MAX = 300
/** A waitlist story; it goes to nobody's metadata. */
export const STORY_MAX = 2000
/** What a product is described with; a card on the storefront shows all of it. */
export const DESCRIPTION_MAX = 2000
