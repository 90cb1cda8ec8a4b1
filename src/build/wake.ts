import type { ClientDirective } from 'astro'

/**
 * `client:wake`: an island's scripts come when the page has loaded and the browser has nothing else to do, or at the
 * first touch of it, whichever is first. Until then its HTML works by itself.
 */
const wake: ClientDirective = (load, _options, island) => {
  let awake = false
  const hydrate = async () => {
    if (awake) return
    awake = true
    const start = await load()
    await start()
  }
  for (const sign of ['pointerdown', 'keydown', 'focusin'])
    island.addEventListener(sign, hydrate, { once: true, passive: true })
  // Safari has no idle callback.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(hydrate) : setTimeout(hydrate, 200)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

export default wake
