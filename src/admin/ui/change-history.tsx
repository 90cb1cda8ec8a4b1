import { Fragment, useState } from 'react'
import { type ChangeRecord, LIST_FIELDS } from '#api/platform/audit/schema.ts'
import { cutText } from '#domain/text.ts'
import { History, HistoryItem, WhoAndWhen } from './history-item.tsx'

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
    <History title="Change history" none="No changes yet.">
      {changes.map((change) => (
        <HistoryItem key={change.id}>
          <p>
            <Change change={change} label={labels[change.field ?? ''] ?? change.field} />
          </p>
          <WhoAndWhen who={change.actorEmail ?? 'Former user'} at={change.createdAt} />
        </HistoryItem>
      ))}
    </History>
  )
}

type ChangeProps = {
  change: Pick<ChangeRecord, 'action' | 'field' | 'before' | 'after'>
  label: string | null
}

function Change({ change: { action, field, before, after }, label }: ChangeProps) {
  if (field === null) return <span>{DID[action]}</span>
  const isList = LIST_FIELDS.some((list) => list === field)
  const parts: [string, string | null][] = isList
    ? [
        [': added ', after],
        [after ? ', removed ' : ': removed ', before],
      ]
    : [
        [' from ', before],
        [' to ', after],
      ]
  return (
    <>
      <span>{`${DID[action]} `}</span>
      <b>{label}</b>
      {parts.map(
        ([text, value]) =>
          (value || !isList) && (
            <Fragment key={text}>
              <span>{text}</span>
              <Value text={value} />
            </Fragment>
          ),
      )}
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
