import { forgetCheckoutDraft } from '#src/lib/checkout-draft.ts'
import { takeSessionId } from './session-id.ts'

// Runs before the confirmation hydrates: whoever leaves at once must find neither the form of a settled order nor, by
// Back, the order.
if (document.querySelector('[data-over]')) forgetCheckoutDraft()
takeSessionId()
document.querySelector('main')?.addEventListener('submit', (event) => {
  // Every form of this page goes to the start.
  event.preventDefault()
  location.replace('/')
})
