import type { ZipAnswer } from '#src/lib/shop-api.ts'
import { isOurs, OURS, wasTyped } from './draft.ts'

/** Values that we filled in, by field. */
const filled = new WeakMap<HTMLFormElement, Record<string, string>>()

type PlaceControl = HTMLInputElement | HTMLSelectElement

/**
 * As the page opens: city and state that nobody typed follow the next ZIP, too. From now on what is typed is the buyer's.
 */
export function watchCity(form: HTMLFormElement): void {
  const ours: Record<string, string> = {}
  for (const control of placeControls(form)) {
    if (control.value !== '' && !wasTyped(control)) ours[control.name] = control.value
  }
  filled.set(form, ours)
  form.addEventListener('input', (event) => {
    if (!isOurs(event) && isPlaceControl(event.target)) delete ours[event.target.name]
  })
}

/** Fills in city and state where they follow from the ZIP, unless someone typed something. */
export function fillCity(form: HTMLFormElement, place: ZipAnswer['place']): void {
  const found: Readonly<Record<string, string | null>> | null = place
  const ours = filled.get(form)
  if (!found || !ours) return
  for (const control of placeControls(form)) {
    if (control.value !== '' && control.value !== ours[control.name]) continue
    control.value = found[control.name] ?? ''
    ours[control.name] = control.value
    // The event makes the draft keep it like what is typed.
    control.dispatchEvent(new CustomEvent('input', { bubbles: true, detail: OURS }))
  }
}

function placeControls(form: HTMLFormElement): PlaceControl[] {
  return ['city', 'state'].flatMap((name) => {
    const control = form.elements.namedItem(name)
    return isPlaceControl(control) ? [control] : []
  })
}

function isPlaceControl(target: unknown): target is PlaceControl {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
}
