import type { ClientDirective } from 'astro'
import wake from '#src/build/wake.ts'
import { restoreDraft, saveDraft } from './draft.ts'

/**
 * `client:keep`: fills the form in with what was typed before and keeps what is typed, then waits like `client:wake`.
 * In the page itself, so that neither waits for the island's scripts. Browsers bring back no field with
 * `autocomplete="off"`, which all of the address are.
 */
const keep: ClientDirective = (load, options, island) => {
  const form = island.querySelector('form')
  if (form) {
    restoreDraft(form)
    // With each key, not when the page is left: the next page may have read the draft by then.
    for (const type of ['input', 'submit']) form.addEventListener(type, () => saveDraft(form))
  }
  return wake(load, options, island)
}

export default keep
