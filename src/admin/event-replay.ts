// No press and nothing typed is lost: React does not hear what happens before it has hydrated the page, so this script keeps
// it and does it again afterwards. Links work by themselves. It stands in the page and waits for nothing.

import { showLoadFailure } from './load-failure.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const typed = new Map<Field, string | boolean>()
const pressed = new Set<HTMLElement>()
const hydrated = new AbortController()
const untilHydrated = { capture: true, signal: hydrated.signal }

document.addEventListener(
  'input',
  ({ target }) => typed.set(target as Field, stateOf(target as Field)),
  untilHydrated,
)
document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('button')
    if (!button) return
    // The browser would submit the form by itself.
    event.preventDefault()
    pressed.add(button)
  },
  untilHydrated,
)
document.addEventListener('submit', (event) => event.preventDefault(), untilHydrated)
document.addEventListener(
  'screen-ready',
  () => {
    hydrated.abort()
    // React draws a page anew that was translated before it came, and reports that as an error.
    showLoadFailure(false)
    for (const [field, state] of typed) restore(field, state)
    for (const button of pressed) button.click()
  },
  { once: true },
)

// Presses would wait in vain if a script cannot be loaded, or fails before it has hydrated the page: the page says so.
window.addEventListener('error', ({ target }) => isScript(target) && showLoadFailure(true), untilHydrated)
window.addEventListener('unhandledrejection', () => showLoadFailure(true), untilHydrated)

/** The browser reports what fails while a script runs as an error of the window. */
function isScript(target: EventTarget | null): boolean {
  return target === window || target instanceof HTMLScriptElement
}

function isChoice(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function stateOf(field: Field): string | boolean {
  return isChoice(field) ? field.checked : field.value
}

/** React notices only a value that differs from the last one that its own setter saw: that one is emptied first. */
function restore(field: Field, state: string | boolean): void {
  if (isChoice(field)) {
    field.checked = !state
    field.click()
    return
  }
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
