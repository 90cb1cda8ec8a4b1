import { type RefObject, useEffect, useRef } from 'react'

/**
 * Something within a form that is typed but not yet part of it, such as a ZIP code before `Add`: it is not left behind
 * when the form is submitted.
 * @param inside an element of the form
 * @param settle takes over what is pending; false: it cannot, and the form is not submitted
 */
export function useBeforeSubmit(inside: RefObject<HTMLElement | null>, settle: () => boolean): void {
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useEffect(() => {
    const form = inside.current?.closest('form')
    const onSubmit = (event: Event) => {
      if (latest.current()) return
      event.preventDefault()
      event.stopPropagation()
    }
    form?.addEventListener('submit', onSubmit, true)
    return () => form?.removeEventListener('submit', onSubmit, true)
  }, [inside])
}
