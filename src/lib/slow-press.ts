import { WRITE_MS } from './time-limit.ts'

// Says beside a pressed button that it takes longer than usual, whoever marked the button as busy: an island, the script of
// a page, or this one for forms that are sent as HTML.

const SLOW = 'This takes longer than usual. There’s no need to press again.'
const SLOW_MS = 3_000

/** For each button, a function that takes back the sentence beside it, or keeps it from coming. */
const takeBack = new Map<Element, () => void>()

function busyChanged(button: HTMLButtonElement): void {
  takeBack.get(button)?.()
  takeBack.delete(button)
  if (button.getAttribute('aria-busy') !== 'true') return
  const hint = document.createElement('p')
  hint.className = 'hint order-last mt-2 w-full'
  hint.setAttribute('role', 'status')
  const timer = setTimeout(() => {
    button.after(hint)
    // A text that comes after its region is read out.
    setTimeout(() => {
      hint.textContent = SLOW
    })
  }, SLOW_MS)
  takeBack.set(button, () => {
    clearTimeout(timer)
    hint.remove()
  })
}

new MutationObserver((changes) => {
  for (const { target } of changes) if (target instanceof HTMLButtonElement) busyChanged(target)
}).observe(document, { subtree: true, attributeFilter: ['aria-busy'] })

/** Marks the button of a form that is on its way, and lets the form be sent again when it cannot be any more. */
addEventListener('submit', (event) => {
  const { target: form, submitter: button } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post' || !button)
    return
  if (form.dataset['sent']) return event.preventDefault()
  form.dataset['sent'] = 'true'
  button.setAttribute('aria-busy', 'true')
  const free = () => {
    delete form.dataset['sent']
    button.removeAttribute('aria-busy')
  }
  setTimeout(free, WRITE_MS)
  // Back in a page that the browser has kept.
  addEventListener('pageshow', free, { once: true })
})
