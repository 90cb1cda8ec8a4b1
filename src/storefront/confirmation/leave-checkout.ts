import { forgetCheckoutDraft } from '#src/lib/checkout-draft.ts'
import { takeSessionId } from './session-id.ts'

// Runs before the confirmation hydrates: whoever leaves at once must find neither the form of a settled order nor, by
// Back, the order.
if (document.querySelector('[data-over]')) forgetCheckoutDraft()
takeSessionId()
document.querySelector('main')?.addEventListener('submit', (event) => {
  // `Try Again` stays on the page; every other form goes to the start.
  if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute('action') !== '/') return
  event.preventDefault()
  location.replace('/')
})
