import { useRef } from 'react'
import type * as z from 'zod/mini'
import { FormTextArea } from './form-fields.tsx'
import { SmallForm } from './small-form.tsx'
import { notify } from './toasts.tsx'

type Note = { note: string }

type NoteFormProps = {
  /** Its name, for screen readers. */
  label: string
  /** The contract the API checks by, too. */
  schema: z.ZodMiniType<Note, Note>
  /** @param note.key the same for every try of one text */
  send: (note: Note & { key: string }) => Promise<unknown>
  success: string
  /** The message when the failure has no words of its own. */
  failure: string
}

/** Adds a note. A second click, or a try after a lost answer, adds nothing: its key is that of the text. */
export function NoteForm({ label, schema, send, success, failure }: NoteFormProps) {
  const sent = useRef({ key: '', note: '' })
  return (
    <SmallForm
      label={label}
      schema={schema}
      start={{ note: '' }}
      send={async ({ note }) => {
        if (sent.current.note !== note) sent.current = { key: crypto.randomUUID(), note }
        await send({ ...sent.current })
        sent.current = { key: '', note: '' }
        notify.success(success)
      }}
      submit="Add Note"
      look="quiet"
      failure={failure}
    >
      <FormTextArea name="note" label="New note" rows={2} />
    </SmallForm>
  )
}
