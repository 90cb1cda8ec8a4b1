import type { MouseEvent } from 'react'

/**
 * Leads a press on a form's disabled button to the first field that is missing or wrong. Such a button hears nothing: the press
 * falls through to the form (`.button:disabled` in forms.css).
 */
export function focusMissing({ clientX, clientY, currentTarget }: MouseEvent<HTMLFormElement>): void {
  const box = currentTarget.querySelector('button:disabled')?.getBoundingClientRect()
  if (!box || clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return
  currentTarget.querySelector<HTMLElement>(':is(input, select, textarea):enabled:invalid')?.focus()
}
