import { type ChangeEvent, useState } from 'react'
import { Card } from '#src/admin/ui/card.tsx'
import { ErrorBanner } from '#src/admin/ui/error-banner.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { fieldMessage, useSubmit } from '#src/admin/ui/form-submit.ts'
import { notify } from '#src/admin/ui/toasts.tsx'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { Button } from '#src/components/ui/button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { type ShopOrderDetail, setShopNotes } from './queries.ts'
import { useChange } from './use-change.ts'

/** The texts that are written about a shop order; one without `rows` is a line. */
const TEXTS = {
  shopNotes: { label: 'Shop notes', hint: 'Internal only. The florist doesn’t see these.', rows: 3 },
  specialInstructions: {
    label: 'Special instructions',
    hint: 'The florist sees them with the order and on the printed sheet.',
    rows: 3,
  },
  paymentReference: { label: 'Payment reference', hint: 'Check or transfer number.', rows: undefined },
}
type Name = keyof typeof TEXTS
const NAMES = Object.keys(TEXTS) as Name[]

/** An edited text and the stored one it was made of. */
type Edit = { text: string; of: string | null }
type Edits = Partial<Record<Name, Edit>>

/**
 * The texts of a shop order, saved by one button. If somebody else changes other texts meanwhile, mine are saved on top of
 * theirs. If they change the same one, theirs is shown, and mine is saved only at the next press. What is typed during a save
 * stays, to be saved next.
 */
export function ShopNotes({ record }: { record: ShopOrderDetail }) {
  const change = useChange(record)
  const [edits, setEdits] = useState<Edits>({})
  const textOf = (name: Name) => edits[name]?.text ?? record[name] ?? ''
  const changed = NAMES.filter((name) => textOf(name) !== (record[name] ?? ''))
  const { busy, error, onSubmit } = useSubmit(async () => {
    const texts = Object.fromEntries(changed.map((name) => [name, textOf(name) || null]))
    const saved = await change(
      ({ id, version }) => setShopNotes(id, { ...texts, version }),
      (now) => changed.every((name) => now[name] === record[name]),
    )
    setEdits((now) => typedMeanwhile(now, edits, saved))
    const names = changed.length > 0 ? changed : (['shopNotes'] as const)
    notify.success(...names.map((name) => `${TEXTS[name].label} updated successfully`))
  })
  const faults = NAMES.map((name) => fieldMessage(error, name))
  return (
    <Card title="Notes">
      <form className="flex flex-col gap-4" onSubmit={onSubmit}>
        {error !== undefined && !faults.some(Boolean) && (
          <ErrorBanner error={error} fallback="Failed to update shop notes" className="" />
        )}
        {NAMES.map((name) => (
          <Text
            key={name}
            name={name}
            text={textOf(name)}
            fault={fieldMessage(error, name)}
            onText={(text) =>
              setEdits((now) => {
                const edit = changed.includes(name) ? now[name] : undefined
                return { ...now, [name]: { text, of: edit ? edit.of : record[name] } }
              })
            }
          >
            {/* Not while it is at work: the press that the notice asks for would not count yet. */}
            {changed.includes(name) && !busy && edits[name]?.of !== record[name] && (
              <Overtaken
                stored={record[name]}
                onTakeTheirs={() => setEdits(({ [name]: _, ...rest }) => rest)}
              />
            )}
          </Text>
        ))}
        <p>
          <Button look="quiet" busy={busy}>
            Save Notes
          </Button>
        </p>
        <UnsavedGuard unsaved={() => changed.length > 0 && !busy} />
      </form>
    </Card>
  )
}

/** The edits that were made while others were saved; they are of what is stored now. */
function typedMeanwhile(now: Edits, sent: Edits, saved: ShopOrderDetail): Edits {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const edit = now[name]
      return edit && edit.text !== sent[name]?.text ? [[name, { text: edit.text, of: saved[name] }]] : []
    }),
  )
}

type TextProps = {
  name: Name
  text: string
  fault: string | undefined
  onText: (text: string) => void
  children: Elements
}

function Text({ name, text, fault, onText, children }: TextProps) {
  const { label, hint, rows } = TEXTS[name]
  const field = {
    name,
    label,
    hint,
    error: fault,
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onText(target.value),
  }
  return (
    <div className="flex flex-col gap-2">
      {rows === undefined ? (
        <TextField {...field} autoComplete="off" />
      ) : (
        <TextAreaField {...field} rows={rows} />
      )}
      {children}
    </div>
  )
}

function Overtaken({ stored, onTakeTheirs }: { stored: string | null; onTakeTheirs: () => void }) {
  return (
    <p className="notice" role="status">
      <span>
        <span>{'Someone else saved '}</span>
        {stored ? <q>{stored}</q> : <span>an empty text</span>}
        <span>{' in the meantime. Save again to replace it, or '}</span>
        <button type="button" className="link" onClick={onTakeTheirs}>
          use theirs
        </button>
        <span>.</span>
      </span>
    </p>
  )
}

/** The same of a shop order that is over: they can be read. */
export function WrittenNotes({ record }: { record: ShopOrderDetail }) {
  return (
    <Card title="Notes">
      <Facts>
        {NAMES.map((name) => (
          <Fact key={name} term={TEXTS[name].label}>
            {record[name]}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}
