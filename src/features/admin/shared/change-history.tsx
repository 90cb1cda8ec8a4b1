import type { ChangeRecord } from '#src/contracts/admin/changes.ts'
import { When } from './when.tsx'

const DID = { create: 'Created', update: 'Changed', delete: 'Deleted' }

type ChangeHistoryProps = {
  changes: readonly ChangeRecord[]
  /** What the fields are called on the form. */
  labels: Readonly<Record<string, string>>
}

/** Who changed what and when, newest first (decisions.md, Accounts). */
export function ChangeHistory({ changes, labels }: ChangeHistoryProps) {
  return (
    <section className="sheet" aria-labelledby="history">
      <h2 id="history" className="sheet-title">
        Change history
      </h2>
      {changes.length === 0 ? (
        <p className="text-muted">Nothing has been changed yet.</p>
      ) : (
        <ol className="history">
          {changes.map(({ id, action, field, before, after, actorEmail, createdAt }) => (
            <li key={id}>
              <p>
                {DID[action]} {field && <b>{labels[field] ?? field}</b>}
                {field && (
                  <>
                    {' from '}
                    <Value text={before} />
                    {' to '}
                    <Value text={after} />
                  </>
                )}
              </p>
              <p className="text-small text-muted">
                {actorEmail ?? 'Somebody who is gone'}, <When at={createdAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Value({ text }: { text: string | null }) {
  return text ? <q>{text}</q> : <span className="text-muted">nothing</span>
}
