export const JOINED = "Thanks for your request! We'll notify you when we launch in your city."
export const JOIN_FAILED = 'There was a problem submitting your request. Please try again.'
export const INVITATION =
  "We don't deliver there yet. Tell us where you are and we'll email you the day we do."
/** Instead, where the ZIP is served and its market takes no orders now. */
export const REOPENING_INVITATION = 'Tell us where you are and we’ll email you when we’re open again.'
