import { placeOfZip } from './place-of-zip.ts'

const filled = new WeakMap<HTMLFormElement, Record<string, string>>()

/** Fills in city and state where they follow from a served ZIP, unless someone typed something else. */
export function fillPlace(form: HTMLFormElement, zip: string): void {
  const place = placeOfZip(zip)
  if (!place) return
  const ours = filled.get(form) ?? {}
  for (const [name, text] of Object.entries(place)) {
    const control = form.elements.namedItem(name)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
    if (['', text, ours[name]].includes(control.value)) {
      control.value = text ?? ''
      ours[name] = control.value
    }
  }
  filled.set(form, ours)
}
