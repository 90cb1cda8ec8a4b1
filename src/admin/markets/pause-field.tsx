import { useRef } from 'react'
import { useController } from 'react-hook-form'
import type { MarketFormInput } from '#api/markets/schema.ts'
import { PAUSED_REASON_MAX } from '#domain/limits.ts'
import { TextAreaField } from '#src/components/ui/field.tsx'

/** Pauses a market, with the reason that shoppers read (decisions.md). */
export function PauseField() {
  const { field, fieldState } = useController<MarketFormInput, 'pausedReason'>({ name: 'pausedReason' })
  const before = useRef('')
  const reason = field.value
  return (
    <fieldset className="form-part">
      <legend className="sheet-title">Pause</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={reason !== null}
          onChange={({ target }) => {
            if (reason !== null) before.current = reason
            field.onChange(target.checked ? before.current : null)
          }}
        />
        Take no orders for now
      </label>
      {reason !== null && (
        <>
          <TextAreaField
            ref={field.ref}
            name={field.name}
            label="Reason *"
            aria-required
            rows={2}
            maxLength={PAUSED_REASON_MAX + 50}
            value={reason}
            error={fieldState.error?.message}
            aside={
              <p className="figures text-small text-muted">
                {reason.length} of {PAUSED_REASON_MAX}
              </p>
            }
            onBlur={field.onBlur}
            onChange={({ target }) => field.onChange(target.value)}
          />
          {reason.trim() && (
            <p className="preview">
              Shoppers read: <q>{reason.trim()}</q>
            </p>
          )}
        </>
      )}
    </fieldset>
  )
}
