import type { Messages } from '#src/lib/form-messages.ts'

/** What is wrong with which field, for the error summary; fields have their name as id. The delivery option is none of them. */
export function fieldFaults(messages: Messages): { id: string; message: string }[] {
  return Object.entries(messages).flatMap(([id, message]) =>
    message && id !== 'option' ? [{ id, message }] : [],
  )
}
