/** Fetches the script of `Help me say it` (note-help.astro) at the first press; from then on it answers the presses itself. */
export function helpWithNote(): void {
  const form = document.querySelector<HTMLFormElement>('#note-help')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    const script = form.querySelector('template')?.content.querySelector('script')
    if (!script) return
    const button = event.submitter
    // Until it opens, which ends this; on a slow line the page says so (slow-press.ts).
    button?.setAttribute('aria-busy', 'true')
    // It did not come, or the browser is too old for it: the page of the button, in a tab of its own.
    script.onload = script.onerror = () => {
      if (!button?.hasAttribute('aria-busy')) return
      button.removeAttribute('aria-busy')
      form.submit()
    }
    document.body.append(script)
  })
}
