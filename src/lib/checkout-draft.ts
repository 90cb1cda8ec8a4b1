import { recall, remember } from './browser-storage.ts'

/** Where the checkout keeps its filled-in form, in the tab's session storage. */
export const CHECKOUT_DRAFT_KEY = 'checkout'

export type CheckoutDraft = {
  /** The ZIP the shopper had passed the gate with. */
  gateZip: string | null
  texts: Record<string, string>
  /** Names of the fields that somebody typed in; the others hold what we filled in. */
  typed?: string[]
  /** The buyer was asked to sign the note. */
  askedToSign?: boolean | undefined
}

/** The filled-in form of this tab, null if none is kept. */
export function checkoutDraft(): CheckoutDraft | null {
  try {
    const draft: CheckoutDraft | null = JSON.parse(`${recall('sessionStorage', CHECKOUT_DRAFT_KEY)}`)
    return draft?.texts ? draft : null
  } catch {
    return null
  }
}

/** The order went through: its form is not needed any more. */
export function forgetCheckoutDraft(): void {
  remember('sessionStorage', CHECKOUT_DRAFT_KEY, null)
}
