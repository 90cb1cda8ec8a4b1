import { type FormEvent, useRef } from 'react'

/**
 * A form's submit that is deaf while it is at work. The button stays enabled meanwhile: one that is disabled loses the
 * focus, and with it the keyboard's place.
 */
export function useSubmitOnce(submit: (event: FormEvent) => Promise<void>) {
  const busy = useRef(false)
  return async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    await submit(event).finally(() => {
      busy.current = false
    })
  }
}
