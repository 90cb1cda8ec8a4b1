import type { MouseEvent } from 'react'

/**
 * Leads a press on a form's disabled button to the first input that is missing or wrong. Such a button hears nothing: with
 * `disabled:pointer-events-none` the press falls through to what it stands in.
 */
export function focusMissing({ target, currentTarget }: MouseEvent<HTMLFormElement>): void {
  if (target instanceof Element && target.querySelector(':scope > button:disabled'))
    currentTarget.querySelector<HTMLElement>('input:invalid')?.focus()
}
