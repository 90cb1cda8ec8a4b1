import type { ClientDirective } from 'astro'
import wake from '#src/build/wake.ts'
import { hasDraft, saveDraft } from './draft.ts'

/**
 * `client:keep`: keeps what is typed before the island wakes, then waits like `client:wake`. Browsers bring back no
 * field with `autocomplete="off"`, which all of the address are, and the island's own scripts may come too late.
 */
const keep: ClientDirective = (load, options, island) => {
  const form = island.querySelector('form')
  if (form) {
    form.addEventListener('submit', () => saveDraft(form))
    // Until the form keeps itself, which it shows by taking the browser's own messages over; the framework says that the
    // island is there a little earlier. A draft that is there knows more than a page that has not read it yet.
    addEventListener('pagehide', () => {
      if (!form.noValidate && !hasDraft()) saveDraft(form)
    })
  }
  return wake(load, options, island)
}

export default keep
