import { useRef, useState } from 'react'
import { customerInfo } from '#api/checkout/customer-schema.ts'
import { isUnsigned, signatureOf, signed } from '#domain/card.ts'
import { checkoutDraft } from '#src/lib/checkout-draft.ts'
import { formValues } from '#src/lib/form-data.ts'
import { saveDraft } from './draft.ts'

type Signature =
  /** The buyer pressed the button, and the note does not say who it is from. */
  | { state: 'asked'; name: string }
  /** The name was put below the note. */
  | { state: 'signed'; name: string }

/** Asks once in a tab whether a note without a name is to be signed. The next press goes on, whatever was answered. */
export function useSignature() {
  const [signature, setSignature] = useState<Signature | null>(null)
  // Beside the draft, which a browser may refuse to keep.
  const wasAsked = useRef(false)

  /** True if the buyer is asked now, and the form is not to be sent yet. */
  function ask(form: HTMLFormElement): boolean {
    const { note = '', name = '' } = formValues(new FormData(form))
    setSignature(null)
    if (wasAsked.current || checkoutDraft()?.askedToSign || !isUnsigned(note, name)) return false
    // A name that has no room on the card is not asked for.
    if (!customerInfo.shape.note.safeParse(signed(note, name)).success) return false
    wasAsked.current = true
    saveDraft(form, undefined, true)
    setSignature({ state: 'asked', name: signatureOf(name) })
    return true
  }

  function sign(form: HTMLFormElement): void {
    const { name = '' } = formValues(new FormData(form))
    const note = form.elements.namedItem('note')
    if (!(note instanceof HTMLTextAreaElement)) return
    note.value = signed(note.value, name)
    // As if it were typed: card, counter and draft follow.
    note.dispatchEvent(new InputEvent('input', { bubbles: true }))
    setSignature({ state: 'signed', name: signatureOf(name) })
  }

  return { signature, ask, sign }
}
