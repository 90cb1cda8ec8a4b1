import type { ClientDirective } from 'astro'

/**
 * `client:interaction`: hydrates an island at the first interaction with it, else when the page has loaded and the
 * browser is idle. `client:idle` does not wait for the page: its scripts compete with the fonts, and the text moves.
 */
const hydrateOnInteraction: ClientDirective = (load, _options, island) => {
  let started = false
  const hydrate = async () => {
    if (started) return
    started = true
    const start = await load()
    await start()
  }
  for (const type of ['pointerover', 'touchstart', 'keydown', 'focusin'])
    island.addEventListener(type, hydrate, { once: true, passive: true })
  // Safari has no idle callback.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(hydrate) : setTimeout(hydrate, 200)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

export default hydrateOnInteraction
