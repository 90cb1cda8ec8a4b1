import { cityAndStateOfZip } from './city-and-state.ts'

const filled = new WeakMap<HTMLFormElement, Record<string, string | null>>()

/** What stands there as the page opens and follows from its ZIP was filled in before: it follows the next ZIP too. */
export function claimCity(form: HTMLFormElement, zip: string): void {
  filled.set(form, { ...cityAndStateOfZip(zip) })
}

/** Fills in city and state where they follow from the ZIP, unless someone typed something else. */
export function fillCity(form: HTMLFormElement, zip: string): void {
  const found = cityAndStateOfZip(zip)
  if (!found) return
  const ours = filled.get(form) ?? {}
  for (const [name, text] of Object.entries(found)) {
    const control = form.elements.namedItem(name)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
    // Not what equals our text by chance: someone typed it.
    if (control.value === '' || control.value === ours[name]) {
      control.value = text ?? ''
      ours[name] = control.value
      // So that it is kept as what is typed.
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  filled.set(form, ours)
}
