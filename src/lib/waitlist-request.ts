import { atom } from 'nanostores'

/** The ZIP someone may want to be on the waitlist for; null: the dialog is closed. Touched in the browser only. */
export const $waitlistZip = atom<string | null>(null)
