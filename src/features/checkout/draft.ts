import { recall, remember } from '#src/lib/browser-storage.ts'
import { CHECKOUT_DRAFT_KEY } from '#src/lib/checkout-draft.ts'
import { textsOf } from '#src/lib/form-messages.ts'
import { savedZip } from '#src/lib/saved-zip.ts'

type Draft = {
  /** The ZIP the shopper had passed the gate with. */
  gateZip: string | null
  texts: Record<string, string>
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Kept with the form although nobody types it: the same filled-in form is the same order. */
const ATTEMPT = 'attemptKey'
const PLACE = ['address', 'city', 'state', 'zip']

/** Keeps what is filled in for this tab: for a cancelled payment, a reload, a way back. */
export function saveDraft(form: HTMLFormElement): void {
  const draft: Draft = { gateZip: savedZip(), texts: textsOf(new FormData(form)) }
  remember('sessionStorage', CHECKOUT_DRAFT_KEY, JSON.stringify(draft))
}

/**
 * Fills in what was kept, wherever nothing else was typed since. An address goes with the ZIP it was written for.
 * @returns the attempt key of the kept form, for the state that draws it; null when nothing was kept
 */
export function restoreDraft(form: HTMLFormElement): string | null {
  const draft = readDraft()
  if (!draft) return null
  const moved = draft.gateZip !== savedZip()
  for (const control of form.elements) {
    if (!isControl(control) || control.type === 'hidden') continue
    const text = draft.texts[control.name]
    if (text === undefined || (moved && PLACE.includes(control.name))) continue
    if (control.value === initial(control)) control.value = text
  }
  return draft.texts[ATTEMPT] ?? null
}

/** Whether a form is kept. An order that went through is over, and so is its form. */
export function hasDraft(): boolean {
  return readDraft() !== null
}

function readDraft(): Draft | null {
  try {
    const draft: unknown = JSON.parse(recall('sessionStorage', CHECKOUT_DRAFT_KEY) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'texts' in value && typeof value.texts === 'object'
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
