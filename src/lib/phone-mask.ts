import { formatPhone, phoneDigits } from '#domain/phone.ts'

/**
 * Brings a phone field into the shape `(123) 456-7890` while it is typed, the caret staying behind the digit it was behind.
 * @param forward a digit was to be deleted ahead: the caret steps over a sign that came back, or it would stand there for ever
 */
export function maskPhone(input: HTMLInputElement, forward: boolean): void {
  const before = input.value
  const masked = formatPhone(before)
  if (masked === before) return
  const caret = input.selectionStart ?? before.length
  const digitsBehind = phoneDigits(before.slice(0, caret)).length
  input.value = masked
  if (document.activeElement === input) {
    const at = caret >= before.length ? masked.length : positionAfter(masked, digitsBehind, forward)
    input.setSelectionRange(at, at)
  }
}

function positionAfter(masked: string, digitCount: number, forward: boolean): number {
  let at = 0
  for (let seen = 0; seen < digitCount && at < masked.length; at++) {
    if (/\d/.test(masked.charAt(at))) seen++
  }
  while (forward && /\D/.test(masked.charAt(at))) at++
  return at
}
