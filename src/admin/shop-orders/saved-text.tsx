import { type ChangeEvent, useState } from 'react'
import { Card } from '#src/admin/ui/card.tsx'
import { ErrorBanner } from '#src/admin/ui/error-banner.tsx'
import { fieldMessage, useSubmitOnce } from '#src/admin/ui/form-submit.ts'
import { notify } from '#src/admin/ui/toasts.tsx'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { type ShopOrderDetail, setShopOrderDetails } from './queries.ts'
import { useChange } from './use-change.ts'

type SavedTextProps = {
  record: ShopOrderDetail
  name: 'shopNotes' | 'specialInstructions' | 'paymentReference'
  label: string
  hint: string
  /** Several lines; absent: one. */
  rows?: number
  submit: string
  /** @param now what the change is based on: it may be newer than the record on the screen */
  save: (now: ShopOrderDetail, text: string | null) => Promise<unknown>
  success: string
  failure: string
}

/**
 * A text of the record with a button of its own. If somebody else changes other fields meanwhile, this text is saved on
 * top of their version. If they change this text, theirs is shown, and the own one is saved only at the next press. What is
 * typed during a save stays, to be saved next.
 */
export function SavedText(props: SavedTextProps) {
  const { record, name, label, hint, rows, submit, save, success, failure } = props
  const stored = record[name]
  const change = useChange(record)
  /** The edited text and the stored one it was made of; undefined: not edited yet. */
  const [mine, setMine] = useState<{ text: string; of: string | null }>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const text = mine?.text ?? stored ?? ''
  const dirty = text !== (stored ?? '')
  // Not while it is at work: the press that the notice asks for would not count yet.
  const overtaken = dirty && !busy && mine?.of !== stored

  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const saved = await change(
        // The text on the screen, changed or not.
        (now) => save(now, text || null),
        (now) => now[name] === stored,
      )
      setMine((now) => (now && now.text !== mine?.text ? { text: now.text, of: saved[name] } : undefined))
      notify.success(success)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const submitOnce = useSubmitOnce(send)
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
    <form className="flex flex-col gap-3" onSubmit={(event) => void submitOnce(event)}>
      {error !== undefined && !fault && <ErrorBanner error={error} fallback={failure} className="" />}
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

/** The instructions to the florist for this order. */
export function SpecialInstructions({ record }: { record: ShopOrderDetail }) {
  return (
    <Card>
      <SavedText
        record={record}
        name="specialInstructions"
        label="Special instructions"
        hint="The florist sees them with the order and on the printed sheet."
        rows={3}
        submit="Save Instructions"
        save={({ id, version, paymentReference }, specialInstructions) =>
          setShopOrderDetails(id, { paymentReference, specialInstructions, version })
        }
        success="Special instructions updated successfully"
        failure="Failed to update special instructions"
      />
    </Card>
  )
}
