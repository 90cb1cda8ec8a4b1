import { type ChangeEvent, useState } from 'react'
import { ErrorBanner } from '#src/admin/ui/error-banner.tsx'
import { fieldMessage, useSubmit } from '#src/admin/ui/form-submit.ts'
import { notify } from '#src/admin/ui/toasts.tsx'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { type ShopOrderDetail, setShopNotes, setShopOrderDetails, useChange } from './queries.ts'

/** The texts that a record has; one without `rows` is a line. */
const TEXTS = {
  shopNotes: {
    label: 'Shop notes',
    hint: 'Internal only. The florist doesn’t see these.',
    rows: 4,
    submit: 'Save Notes',
  },
  specialInstructions: {
    label: 'Special instructions',
    hint: 'The florist sees them with the order and on the printed sheet.',
    rows: 3,
    submit: 'Save Instructions',
  },
  paymentReference: {
    label: 'Payment reference',
    hint: 'Check or transfer number.',
    rows: undefined,
    submit: 'Save Reference',
  },
}

type SavedTextProps = { record: ShopOrderDetail; name: keyof typeof TEXTS }

/**
 * A text of the record with a button of its own. If somebody else changes other fields meanwhile, this text is saved on
 * top of their version. If they change this text, theirs is shown, and the own one is saved only at the next press. What is
 * typed during a save stays, to be saved next.
 */
export function SavedText({ record, name }: SavedTextProps) {
  const { label, hint, rows, submit } = TEXTS[name]
  const stored = record[name]
  const change = useChange(record)
  /** The edited text and the stored one it was made of; undefined: not edited yet. */
  const [mine, setMine] = useState<{ text: string; of: string | null }>()
  const text = mine?.text ?? stored ?? ''
  const dirty = text !== (stored ?? '')
  const { busy, error, onSubmit } = useSubmit(async () => {
    const saved = await change(
      // The text on the screen, changed or not.
      ({ id, version, paymentReference, specialInstructions }) =>
        name === 'shopNotes'
          ? setShopNotes(id, { shopNotes: text || null, version })
          : setShopOrderDetails(id, {
              paymentReference,
              specialInstructions,
              [name]: text || null,
              version,
            }),
      (now) => now[name] === stored,
    )
    setMine((now) => (now && now.text !== mine?.text ? { text: now.text, of: saved[name] } : undefined))
    notify.success(`${label} updated successfully`)
  })
  // Not while it is at work: the press that the notice asks for would not count yet.
  const overtaken = dirty && !busy && mine?.of !== stored
  const fault = fieldMessage(error, name)
  const field = {
    name,
    label,
    hint,
    error: fault,
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setMine((now) => ({ text: target.value, of: now && dirty ? now.of : stored })),
  }
  return (
    <form className="flex flex-col gap-3" onSubmit={onSubmit}>
      {error !== undefined && !fault && (
        <ErrorBanner error={error} fallback={`Failed to update ${label.toLowerCase()}`} className="" />
      )}
      {rows === undefined ? (
        <TextField {...field} autoComplete="off" />
      ) : (
        <TextAreaField {...field} rows={rows} />
      )}
      {overtaken && (
        <p className="notice" role="status">
          <span>
            <span>{'Someone else saved '}</span>
            {stored ? <q>{stored}</q> : <span>an empty text</span>}
            <span>{' in the meantime. Save again to replace it, or '}</span>
            <button type="button" className="link" onClick={() => setMine(undefined)}>
              use theirs
            </button>
            <span>.</span>
          </span>
        </p>
      )}
      <p>
        <Button look="quiet" busy={busy}>
          {submit}
        </Button>
      </p>
      <UnsavedGuard unsaved={() => dirty && !busy} />
    </form>
  )
}
