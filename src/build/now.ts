import type { ClientDirective } from 'astro'

/** `client:now`: the page is nothing without its scripts, so they start at once. */
const now: ClientDirective = async (load) => {
  const start = await load()
  await start()
}

export default now
