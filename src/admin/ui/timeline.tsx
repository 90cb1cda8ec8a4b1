import { Card } from './card.tsx'
import { actorLabel, eventLabel, type FieldChange } from './event-labels.ts'
import { HistoryItem } from './history-item.tsx'
import { When } from './when.tsx'

type TimelineEvent = {
  id: string
  kind: string
  actor: string
  actorEmail: string | null
  data: Record<string, unknown>
  createdAt: string
}

type TimelineProps = {
  /** Oldest first, as the log has them. */
  events: readonly TimelineEvent[]
  /** What corrected fields are called. */
  labels: Readonly<Record<string, string>>
}

/** What happened to an order, newest first, in words. */
export function Timeline({ events, labels }: TimelineProps) {
  return (
    <Card title="Timeline">
      {events.length === 0 ? (
        <p className="text-muted">No events yet.</p>
      ) : (
        <ol className="flex flex-col gap-3.5">
          {events.toReversed().map((event) => (
            <Line key={event.id} event={event} labels={labels} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Line({ event, labels }: { event: TimelineEvent } & Pick<TimelineProps, 'labels'>) {
  const { title, detail, changes, bad } = eventLabel(event)
  return (
    <HistoryItem data-bad={bad || undefined}>
      <p className="font-semibold">{title}</p>
      {detail && <p>{detail}</p>}
      {changes?.map((change) => (
        <Change key={change.field} change={change} label={labels[change.field] ?? change.field} />
      ))}
      <p className="text-small text-muted">
        {actorLabel(event)}, <When at={event.createdAt} />
      </p>
    </HistoryItem>
  )
}

function Change({ change: { before, after }, label }: { change: FieldChange; label: string }) {
  return (
    <p>
      {label} from {before === null ? <span className="text-muted">nothing</span> : <q>{before}</q>} to{' '}
      {after === null ? <span className="text-muted">nothing</span> : <q>{after}</q>}
    </p>
  )
}
