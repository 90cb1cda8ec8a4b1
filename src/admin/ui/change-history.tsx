import { useState } from 'react'
import { type ChangeRecord, LIST_FIELDS } from '#api/platform/audit/schema.ts'
import { cutText } from '#domain/text.ts'
import { Card } from './card.tsx'
import { HistoryItem } from './history-item.tsx'
import { When } from './when.tsx'

const DID = { create: 'Created', update: 'Changed', delete: 'Deleted' }

/** Longer values are folded. */
const SHOWN_MAX = 240

type ChangeHistoryProps = {
  changes: readonly ChangeRecord[]
  /** Labels of the fields on the form. */
  labels: Readonly<Record<string, string>>
}

/** Who changed what and when, newest first. */
export function ChangeHistory({ changes, labels }: ChangeHistoryProps) {
  return (
    <Card title="Change history">
      {changes.length === 0 ? (
        <p className="text-muted">No changes yet.</p>
      ) : (
        <ol className="flex flex-col gap-3.5">
          {changes.map((change) => (
            <HistoryItem key={change.id}>
              <p>
                <Change change={change} label={labels[change.field ?? ''] ?? change.field} />
              </p>
              <p className="text-small text-muted">
                <span>{`${change.actorEmail ?? 'Former user'}, `}</span>
                <When at={change.createdAt} />
              </p>
            </HistoryItem>
          ))}
        </ol>
      )}
    </Card>
  )
}

type ChangeProps = {
  change: Pick<ChangeRecord, 'action' | 'field' | 'before' | 'after'>
  label: string | null
}

function Change({ change: { action, field, before, after }, label }: ChangeProps) {
  if (field === null) return <span>{DID[action]}</span>
  const named = (
    <>
      <span>{`${DID[action]} `}</span>
      <b>{label}</b>
    </>
  )
  if (LIST_FIELDS.some((list) => list === field)) {
    return (
      <>
        {named}
        {after && (
          <span>
            : added <Value text={after} />
          </span>
        )}
        {before && (
          <>
            <span>{after ? ', removed ' : ': removed '}</span>
            <Value text={before} />
          </>
        )}
      </>
    )
  }
  return (
    <>
      {named}
      <span>{' from '}</span>
      <Value text={before} />
      <span>{' to '}</span>
      <Value text={after} />
    </>
  )
}

function Value({ text }: { text: string | null }) {
  const [whole, setWhole] = useState(false)
  if (!text) return <span className="text-muted">nothing</span>
  if (whole || text.length <= SHOWN_MAX) return <q>{text}</q>
  return (
    <span>
      <q>{`${cutText(text, SHOWN_MAX)}…`}</q>{' '}
      <button type="button" className="link" onClick={() => setWhole(true)}>
        Show all
      </button>
    </span>
  )
}
