import { useRef, useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import { TextAreaField } from '#src/components/ui/field.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { fieldMessage, useSubmit } from './form-submit.ts'
import { notify } from './toasts.tsx'

type NoteFormProps = {
  /** Its name, for screen readers. */
  label: string
  /** @param note.key the same for every try of one text */
  send: (note: { key: string; note: string }) => Promise<unknown>
  success: string
  /** The message when the failure has no words of its own. */
  failure: string
}

/**
 * Adds a note, which the API checks. A second click, or a try after a lost answer, adds nothing: its key is that of the text. What
 * is typed meanwhile stays.
 */
export function NoteForm({ label, send, success, failure }: NoteFormProps) {
  const [note, setNote] = useState('')
  const sent = useRef({ key: '', note: '' })
  const { busy, error, onSubmit } = useSubmit(async () => {
    if (sent.current.note !== note || sent.current.key === '') {
      sent.current = { key: crypto.randomUUID(), note }
    }
    await send({ ...sent.current })
    sent.current = { key: '', note: '' }
    setNote((now) => (now === note ? '' : now))
    notify.success(success)
  })
  const fault = fieldMessage(error, 'note')
  return (
    <form className="flex max-w-112 flex-col gap-4" noValidate onSubmit={onSubmit} aria-label={label}>
      {error !== undefined && !fault && <ErrorBanner error={error} fallback={failure} className="" />}
      <TextAreaField
        name="note"
        label="New note"
        rows={2}
        error={fault}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div>
        <Button look="quiet" busy={busy}>
          Add note
        </Button>
      </div>
    </form>
  )
}
