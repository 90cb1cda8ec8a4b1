import type { ClientDirective } from 'astro'

/** Nobody has touched the page for this long: now its scripts disturb no one. */
const REST_MS = 4000

/**
 * `client:wake`: an island's HTML works by itself. Its scripts come at the first touch of any island on the page; as
 * soon as the browser is idle when there is something for them to do (the page says "soon", or this browser remembers
 * something of us); else when the page has been at rest for a while. With "rest" the page says that there is nothing to do,
 * with "now" that it is nothing without them.
 */
const wake: ClientDirective = (load, { value }, island) => {
  let awake = false
  const hydrate = async () => {
    if (awake) return
    awake = true
    document.dispatchEvent(new Event('wake'))
    const start = await load()
    await start()
  }
  if (value === 'now') hydrate()
  document.addEventListener('wake', hydrate)
  for (const touch of ['pointerover', 'touchstart', 'keydown', 'focusin'])
    island.addEventListener(touch, hydrate, { once: true, passive: true })

  // Safari has no idle callback.
  const whenIdle = (then: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, 200)
  const loaded = () =>
    whenIdle(async () => {
      if (value === 'soon' || (value !== 'rest' && (await remembers()))) hydrate()
      else setTimeout(() => whenIdle(hydrate), REST_MS)
    })
  if (document.readyState === 'complete') loaded()
  else addEventListener('load', loaded, { once: true })
}

/**
 * Storage can only be looked into while the page stands still and another process reads it. Who arrives has nothing there
 * but a ZIP, which has a cookie, too; a form half filled in is what someone comes back to.
 */
async function remembers(): Promise<boolean> {
  try {
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if ('cookieStore' in window && arrival?.type === 'navigate')
      return (await cookieStore.get('zip')) !== null
    return localStorage.length + sessionStorage.length > 0
  } catch {
    return false
  }
}

export default wake
