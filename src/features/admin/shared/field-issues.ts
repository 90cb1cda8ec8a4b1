import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#src/lib/api.ts'

/**
 * Puts what the API found beside the fields it is about; the first one gets the focus.
 * @param values of the form: its fields are the ones they name
 * @returns whether that says all there is to say; else the form has to tell the failure itself
 */
export function toldBesideFields<Values extends FieldValues>(
  failure: unknown,
  values: Values,
  setError: UseFormSetError<Values>,
): boolean {
  if (!(failure instanceof ApiError)) return false
  const issues = failure.issues.filter(({ path }) => String(path.split('.')[0]) in values)
  issues.forEach(({ path, message }, index) => {
    setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  })
  return failure.code === 'invalid' && issues.length > 0
}
