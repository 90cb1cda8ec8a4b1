import { remember } from '#src/lib/browser-storage.ts'
import { CHECKOUT_DRAFT_KEY, type CheckoutDraft, checkoutDraft } from '#src/lib/checkout-draft.ts'
import { formValues } from '#src/lib/form-data.ts'
import { savedZip } from '#src/lib/saved-zip.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const PLACE = ['address', 'unit', 'city', 'state', 'zip']

/** The detail of our own `input` events: what they tell of was filled in or kept, not typed. */
export const OURS = 'ours'

/** True if a script dispatched the event, not a person. */
export function isOurs(event: Event): boolean {
  return event instanceof CustomEvent && event.detail === OURS
}

/**
 * Keeps what is filled in for this tab: for a cancelled payment, a reload, a way back.
 * @param event what changed it
 * @param askedToSign that the buyer was asked now; absent: as it was kept
 */
export function saveDraft(form: HTMLFormElement, event?: Event, askedToSign?: true): void {
  const kept = checkoutDraft()
  const typed = new Set(kept?.typed)
  if (event?.target instanceof Element && isControl(event.target) && !isOurs(event))
    typed.add(event.target.name)
  const draft: CheckoutDraft = {
    gateZip: savedZip(),
    texts: formValues(new FormData(form)),
    typed: [...typed],
    askedToSign: askedToSign ?? kept?.askedToSign,
  }
  remember('sessionStorage', CHECKOUT_DRAFT_KEY, JSON.stringify(draft))
}

/**
 * The kept form, if it is for this page: that of a prepared checkout has a mark and takes none without it, since the form may run
 * before the page's own script has set the kept form right.
 */
export function draftOfPage(): CheckoutDraft | null {
  const draft = checkoutDraft()
  const mark = document.getElementById('prepared')?.dataset['mark']
  return mark && !draft?.typed?.includes(mark) ? null : draft
}

/** Fills in what was kept, wherever nothing else was typed since; a box, as it was left. An address goes when another ZIP has passed the gate since. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = draftOfPage()
  if (!draft) return
  const zip = savedZip()
  const moved = zip && zip !== draft.gateZip && zip !== draft.texts['zip']
  for (const control of form.elements) {
    // The page draws its hidden fields again; the key is that of the kept form.
    if (!isControl(control) || (control.type === 'hidden' && control.name !== 'attemptKey')) continue
    const text = draft.texts[control.name]
    // The draft alone knows what was ticked last, and under which words: a browser brings back ticks of earlier visits.
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = text === control.value
      continue
    }
    if (text === undefined || (moved && PLACE.includes(control.name))) continue
    if (control.value === initial(control)) control.value = text
  }
}

/** True if a person typed the value that a field has as the page opens: before its scripts were here, or on the page before. */
export function wasTyped(control: Control): boolean {
  const draft = checkoutDraft()
  if (draft?.texts[control.name] === control.value) return draft.typed?.includes(control.name) === true
  return control.value !== initial(control)
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
}

function initial(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue
  return (
    [...control.options].find((option) => option.defaultSelected)?.value ?? control.options[0]?.value ?? ''
  )
}
