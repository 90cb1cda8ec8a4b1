/** How long a session can be paid: the provider's least is 30 minutes, one more is for the way there. */
export const SESSION_MINUTES = 31
