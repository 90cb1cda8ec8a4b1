import { recall } from '#src/lib/browser-storage.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setText } from '#src/lib/page-parts.ts'

// `Ring this phone`: the little of it that each visit needs. The rest is loaded when somebody opens it, or where it rings already.

/** Kept in a browser that rings: the endpoint that the shop knows of it. */
export const RINGS_HERE = 'florist-ring'
const NOT_LOADED = 'No connection. Close this and open it again.'

/** @param look gets the order anew */
export function showRing(order: FloristOrder, look: () => void): void {
  const box = getPart('ring')
  // A desktop that cannot ring has nothing to read here; on a phone it is said how it can.
  box.hidden = !order.push || !('PushManager' in window || matchMedia('(pointer:coarse)').matches)
  const fill = () =>
    import('./ring.ts').then(
      ({ fillInRing }) => fillInRing(order, look),
      () => setText('ring-failure', NOT_LOADED),
    )
  const isOpen = () => box.hasAttribute('open')
  box.ontoggle = () => {
    setText('ring-failure', null)
    if (isOpen()) fill()
  }
  if (!box.hidden && (isOpen() || recall('localStorage', RINGS_HERE))) fill()
}
