import { type ChangeEvent, type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import { formValues, type Messages } from './form-data.ts'

/**
 * Checks a form of uncontrolled fields while it is filled in.
 * @param check what is wrong with these texts, by field
 * @param serverErrors what the server said about the fields; it stands until the field changes
 * @returns `errors` to show now (only of fields that were touched), `found` and `blocked` for all of them once this
 *   runs in the browser, `showFaults` for a press, which returns whether there are any; both it and `setServerMessages`
 *   lead to the first field at fault; and the form's handlers and ref
 */
export function useFormCheck(
  check: (values: Record<string, string>) => Messages,
  serverErrors: Messages = {},
) {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<Messages>({})
  const [server, setServer] = useState(serverErrors)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())

  // Kept aside, so that new rules are no new function for those who call recheck.
  const rules = useRef(check)
  const recheck = useCallback(() => {
    const messages = rules.current(formValues(new FormData(form.current ?? undefined)))
    // The same faults redraw nothing.
    setFound((before) => (areSame(before, messages) ? before : messages))
    return messages
  }, [])

  // At the start the browser may have filled in the form already: early typing, a reload, a way back.
  useEffect(() => {
    rules.current = check
    recheck()
  }, [check, recheck])
  useEffect(() => {
    setTouched(new Set(leftBehind(form.current)))
  }, [])

  function focusFirst(names: readonly string[]) {
    const fields = [...(form.current?.elements ?? [])]
    const first = fields.find((field) => names.includes(nameOf(field) ?? ''))
    if (first instanceof HTMLElement) first.focus()
  }

  const errors: Messages = { ...server }
  for (const name of touched) errors[name] ??= found[name]

  return {
    form,
    errors,
    recheck,
    setServerMessages(messages: Messages) {
      setServer(messages)
      focusFirst(Object.keys(messages))
    },
    found,
    blocked: Object.keys(found).length > 0,
    showFaults() {
      const names = Object.keys(recheck())
      if (names.length === 0) return false
      setTouched(new Set([...touched, ...names]))
      focusFirst(names)
      return true
    },
    onChange(event: ChangeEvent<HTMLFormElement>) {
      const name = nameOf(event.target)
      if (name && server[name]) setServer(({ [name]: _gone, ...rest }) => rest)
      recheck()
    },
    onBlur(event: FocusEvent<HTMLFormElement>) {
      const name = nameOf(event.target)
      if (name) setTouched((names) => (names.has(name) ? names : new Set([...names, name])))
    },
  }
}

function areSame(some: Messages, others: Messages): boolean {
  const names = Object.keys({ ...some, ...others })
  return names.every((name) => some[name] === others[name])
}

/** The fields that were filled in and left before this ran. */
function leftBehind(form: HTMLFormElement | null): string[] {
  return [...(form?.elements ?? [])].flatMap((field) => {
    const typed = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    const left = typed && field.value !== field.defaultValue && field !== document.activeElement
    return left ? [field.name] : []
  })
}

function nameOf(target: EventTarget): string | null {
  return 'name' in target && typeof target.name === 'string' ? target.name : null
}
