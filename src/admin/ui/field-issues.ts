import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#src/lib/api.ts'

/**
 * Puts what the API found beside the fields it is about; the first one gets the focus.
 * @param values of the form: its fields are the ones they name
 * @returns whether that says all there is to say; else the form has to tell the failure itself
 */
export function toldBesideFields<Values extends FieldValues, Output>(
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
  const sameWords = issues.some(({ message }) => message === failure.message)
  return issues.length > 0 && (failure.code === 'invalid' || sameWords)
}

const fieldOf = (path: string) => String(path.split('.')[0])
