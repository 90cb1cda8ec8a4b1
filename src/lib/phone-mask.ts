import type { InputEvent } from 'react'
import { maskPhoneText } from '#domain/phone.ts'

/**
 * Brings a phone field into the shape `(123) 456-7890` while it is typed, the caret staying behind the digit it was behind.
 * Text that cannot become such a number stays as it is, and so does an extension.
 */
export function maskPhone({ currentTarget: input, nativeEvent }: InputEvent<HTMLInputElement>): void {
  // An input method still writes the digit: changing the text now would end it half way.
  if (nativeEvent.isComposing) return
  const before = input.value
  const caret = input.selectionStart ?? before.length
  const masked = maskPhoneText(before, caret)
  if (masked === before) return
  input.value = masked
  if (document.activeElement !== input) return
  const behind = digitCount(before.slice(caret))
  const at = behind === 0 ? masked.length : digitPosition(masked, digitCount(masked) - behind)
  // Deleted ahead, a sign came back: the caret steps over it, or it would stand there forever.
  const signs = nativeEvent.inputType === 'deleteContentForward' ? masked.slice(at).search(/\d|$/) : 0
  input.setSelectionRange(at + signs, at + signs)
}

function digitCount(text: string): number {
  return text.replace(/\D/g, '').length
}

/** Where the text's first so many digits end. */
function digitPosition(text: string, count: number): number {
  let at = 0
  for (let seen = 0; seen < count && at < text.length; at++) {
    if (/\d/.test(text.charAt(at))) seen++
  }
  return at
}
