import { remember } from '#src/lib/browser-storage.ts'
import { CHECKOUT_DRAFT_KEY, type CheckoutDraft, checkoutDraft } from '#src/lib/checkout-draft.ts'
import { formValues } from '#src/lib/form-values.ts'
import { savedZip } from '#src/lib/saved-zip.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const PLACE = ['address', 'unit', 'city', 'state', 'zip']

/** Keeps what is filled in for this tab: for a cancelled payment, a reload, a way back. */
export function saveDraft(form: HTMLFormElement): void {
  const draft: CheckoutDraft = { gateZip: savedZip(), texts: formValues(new FormData(form)) }
  remember('sessionStorage', CHECKOUT_DRAFT_KEY, JSON.stringify(draft))
}

/** Fills in what was kept, wherever nothing else was typed since. An address goes when another ZIP has passed the gate since. */
export function restoreDraft(form: HTMLFormElement): void {
  const draft = checkoutDraft()
  if (!draft) return
  const zip = savedZip()
  const moved = zip !== null && zip !== draft.gateZip && zip !== draft.texts['zip']
  for (const control of form.elements) {
    if (!isControl(control) || control.name === 'productId') continue
    const text = draft.texts[control.name]
    if (text === undefined || (moved && PLACE.includes(control.name))) continue
    if (control.value === initial(control)) control.value = text
  }
}

/** The attempt key of the kept form, null when nothing is kept: the same filled-in form is the same order. */
export function keptAttempt(): string | null {
  return checkoutDraft()?.texts['attemptKey'] ?? null
}

/** Whether a form is kept. An order that went through is over, and so is its form. */
export function hasDraft(): boolean {
  return checkoutDraft() !== null
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
