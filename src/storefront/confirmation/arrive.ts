import type { ClientDirective } from 'astro'
import wake from '#src/build/wake.ts'
import { forgetCheckoutDraft } from '#src/lib/checkout-draft.ts'
import { takeSessionId } from './session-id.ts'

/**
 * `client:arrive`: leaves the tab in order and takes its buttons over, then waits like `client:wake`. Before the island
 * wakes, because whoever goes on at once must find neither the form of an order that is settled nor, by Back, the order.
 */
const arrive: ClientDirective = (load, options, island) => {
  if (document.querySelector('[data-over]')) forgetCheckoutDraft()
  takeSessionId()
  island.addEventListener('submit', goHome)
  return wake(load, options, island)
}

/** Every form of the confirmation goes to the start, and Back does not return to the order. */
function goHome(event: Event): void {
  event.preventDefault()
  location.replace('/')
}

export default arrive
