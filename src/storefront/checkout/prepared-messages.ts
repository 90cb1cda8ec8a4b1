/** Above the fields that are missing; it stays true once they are filled in. */
export const BEFORE_YOU_PAY = 'Before you pay'
export const CARD_IS_YOURS = 'The card is yours to write.'

export const OVER = {
  heading: 'This checkout is closed.',
  text: 'Links like this one work for a few hours and can be canceled. Ask your assistant for a new one, or choose the flowers yourself. It takes about two minutes.',
}
export const NOT_LOADED = {
  heading: 'Your checkout did not load.',
  text: 'Nothing is lost and nothing was charged. Please try again in a moment.',
}

/** @param name as its preparer claims it */
export const preparedBy = (name: string) => `Prepared by ${name}. Check it, write the card, and pay.`

/** The order that a checkout has become. */
export const completed = (reference: string) => ({
  heading: 'This one is paid.',
  text: `Your order is ${reference}. Its links are in the email that we sent you.`,
})
