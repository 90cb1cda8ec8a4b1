// What somebody types or presses before the scripts have taken the page over is done once they have. Links work by
// themselves. Scripts that cannot be loaded are said. Stands in the page: it must not wait for anything.

export {}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const typed = new Map<Field, string | boolean>()
const pressed = new Set<HTMLElement>()
const takenOver = new AbortController()
const early = { capture: true, signal: takenOver.signal }

document.addEventListener(
  'input',
  ({ target }) => isField(target) && typed.set(target, stateOf(target)),
  early,
)
document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('button')
    if (!button) return
    // Or else the browser would send the form by itself.
    event.preventDefault()
    pressed.add(button)
  },
  early,
)
document.addEventListener('submit', (event) => event.preventDefault(), early)
document.addEventListener(
  'screen-ready',
  () => {
    takenOver.abort()
    // React draws a page anew that was translated before it came, and reports that as an error.
    setLoadFailed(false)
    for (const [field, state] of typed) restore(field, state)
    for (const button of pressed) button.click()
  },
  { once: true },
)

// A script of the page that cannot be loaded, or that fails before it has taken the page over.
window.addEventListener('error', ({ target }) => isScript(target) && setLoadFailed(true), early)
window.addEventListener('unhandledrejection', () => setLoadFailed(true), early)
// Later ones (src/admin/ui/on-demand.tsx), until it is here or something else is done.
document.addEventListener('part-failed', () => setLoadFailed(true))
document.addEventListener('part-loaded', () => setLoadFailed(false))
document.addEventListener('click', () => takenOver.signal.aborted && setLoadFailed(false), { capture: true })

function setLoadFailed(failed: boolean): void {
  const message = document.getElementById('not-loaded')
  if (message) message.hidden = !failed
}

function isScript(target: EventTarget | null): boolean {
  return target === window || target instanceof HTMLScriptElement
}

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

function isChoice(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
}

function stateOf(field: Field): string | boolean {
  return isChoice(field) ? field.checked : field.value
}

/** Enters it again: React notices only what differs from the value it knows, which is the one that its own setter saw. */
function restore(field: Field, state: string | boolean): void {
  if (isChoice(field)) {
    field.checked = !state
    if (field.checked !== state) field.click()
    return
  }
  if (field instanceof HTMLSelectElement) {
    field.value = String(state)
  } else {
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state)
  }
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
