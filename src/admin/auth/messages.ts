/** Shown when a failed sign-in has no message of its own. */
export const SIGN_IN_FAILED = 'Failed to sign in'
export const TRY_AGAIN = 'That didn’t work. Please try again in a moment.'
export const RESTRICTED = 'Access is restricted to authorized administrators only.'
