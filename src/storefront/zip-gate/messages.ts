/** The check itself failed. */
export const CHECK_FAILED = 'Error checking your ZIP code. Please try again.'
/** Anything else. */
export const SOMETHING_WRONG = 'Something went wrong. Please try again later.'
export const NOT_FIVE_DIGITS = 'Please enter a 5-digit ZIP code'
