import type { ClientDirective } from 'astro'
import wake from '#src/build/wake.ts'
import { forgetCheckoutDraft } from '#src/lib/checkout-draft.ts'
import { takeSessionId } from './session-id.ts'

/**
 * `client:arrive`: leaves the tab in order, then waits like `client:wake`. Before the island wakes, because whoever
 * goes on at once must not find the form of an order that is settled; in the page itself, because a file would be
 * fetched before the first paint.
 */
const arrive: ClientDirective = (load, options, island) => {
  if (document.querySelector('[data-over]')) forgetCheckoutDraft()
  takeSessionId()
  return wake(load, options, island)
}

export default arrive
