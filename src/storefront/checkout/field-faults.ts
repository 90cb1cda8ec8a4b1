import type { Messages } from '#src/lib/form-messages.ts'

/** The fields in error, for the error summary; a field's id is its name. The delivery option is none of them. */
export function fieldFaults(messages: Messages): { id: string; message: string }[] {
  return Object.entries(messages).flatMap(([id, message]) =>
    message && id !== 'option' ? [{ id, message }] : [],
  )
}
