import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { ApiError } from '#src/lib/api.ts'
import { keepForm, takeKeptForm } from '#src/lib/kept-form.ts'

/**
 * Puts what the API found beside the fields it is about; the first one gets the focus.
 * @param values of the form: its fields are the ones they name
 * @returns whether every error has a field; otherwise the form shows the failure itself
 */
export function applyServerErrors<Values extends FieldValues, Output>(
  failure: unknown,
  values: Values,
  form: Pick<UseFormReturn<Values, unknown, Output>, 'setError' | 'setFocus'>,
): boolean {
  if (!(failure instanceof ApiError)) return false
  // The app asks them to sign in again, over the form; then they can send it as before.
  if (failure.code === 'signed_out') return true
  const issues = failure.issues.filter(({ path }) => fieldOf(path) in values)
  for (const { path, message } of issues) form.setError(path as Path<Values>, { type: 'server', message })
  const [first] = issues
  if (first) {
    // A fault within a list: the list's own field takes the focus.
    form.setFocus(fieldOf(first.path) as Path<Values>)
    form.setFocus(first.path as Path<Values>)
  }
  const sameMessage = issues.some(({ message }) => message === failure.message)
  return issues.length > 0 && (failure.code === 'invalid' || sameMessage)
}

/**
 * Keeps what is typed into a form when its page has to be loaded again, and fills it in afterwards. What the page has no field
 * for is left out.
 * @param name tells the forms of a page apart
 * @returns `keep` for a failure; true once it is kept
 */
export function useKeptForm<Values extends FieldValues, Output>(
  name: string,
  form: Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'setValue'>,
) {
  const isKept = useRef(false)
  const fillIn = useEffectEvent(() => {
    const fields = form.getValues()
    for (const [field, value] of Object.entries(takeKeptForm(name) ?? {}))
      if (field in fields)
        form.setValue(field as Path<Values>, value as Values[Path<Values>], { shouldDirty: true })
  })
  useEffect(() => {
    fillIn()
  }, [])
  return {
    isKept: () => isKept.current,
    keep(failure: unknown) {
      isKept.current = failure instanceof ApiError && failure.code === 'page_outdated'
      if (isKept.current) keepForm(name, form.getValues())
    },
  }
}

/** The API's fault of a field of a form that stands alone; undefined when there is none. */
export function fieldMessage(failure: unknown, name: string): string | undefined {
  return failure instanceof ApiError ? failure.issues.find(({ path }) => path === name)?.message : undefined
}

const fieldOf = (path: string) => String(path.split('.')[0])

/**
 * Something within a form that is typed but not yet part of it, such as a ZIP code before `Add`: it is not left behind
 * when the form is submitted.
 * @param inside an element of the form
 * @param settle takes over what is pending; false: it cannot, and the form is not submitted
 */
export function useBeforeSubmit(inside: RefObject<HTMLElement | null>, settle: () => boolean): void {
  const onSubmit = useEffectEvent((event: Event) => {
    if (settle()) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const form = inside.current?.closest('form')
    form?.addEventListener('submit', onSubmit, true)
    return () => form?.removeEventListener('submit', onSubmit, true)
  }, [inside])
}

/**
 * A form's submit that ignores further presses while it runs. The button stays enabled meanwhile: one that is disabled loses the
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

/** The submit of a form that holds its values itself: whether it is on its way, and what it threw last. */
export function useSubmit(send: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const onSubmit = useSubmitOnce(async () => {
    setBusy(true)
    setError(undefined)
    await send().catch((thrown: unknown) => {
      if (!(thrown instanceof NotConfirmed)) setError(thrown)
    })
    setBusy(false)
  })
  return { busy, error, onSubmit }
}
