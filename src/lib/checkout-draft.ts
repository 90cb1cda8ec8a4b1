import { remember } from './browser-storage.ts'

/** Where the checkout keeps its filled-in form, in the tab's session storage. */
export const CHECKOUT_DRAFT_KEY = 'checkout'

/** The order went through: its form is not needed any more. */
export function forgetCheckoutDraft(): void {
  remember('sessionStorage', CHECKOUT_DRAFT_KEY, null)
}
