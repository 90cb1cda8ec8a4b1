import type { TimelineEntry } from '#api/platform/audit/schema.ts'
import { actorLabel, eventLabel, type FieldChange } from './event-labels.ts'
import { PhoneLink } from './facts.tsx'
import { History, HistoryItem, WhoAndWhen } from './history-item.tsx'
import { MessageState, messageName, messageReason } from './message-state.tsx'
import { SendMessage } from './send-message.tsx'
import { When } from './when.tsx'

type Entry<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>

type TimelineProps = {
  /** Oldest first. */
  entries: readonly TimelineEntry[]
  /** Labels of corrected fields. */
  labels: Readonly<Record<string, string>>
}

/** The history of an order and its shop orders, newest first: events, contacts with shops, and emails. */
export function Timeline({ entries, labels }: TimelineProps) {
  return (
    <History title="Timeline" none="No events yet.">
      {entries.toReversed().map((entry) => (
        <Line key={entry.id} entry={entry} labels={labels} />
      ))}
    </History>
  )
}

function Line({ entry, labels }: { entry: TimelineEntry } & Pick<TimelineProps, 'labels'>) {
  if (entry.type === 'email') return <Email message={entry} />
  if (entry.type === 'contact') return <Contact contact={entry} />
  const { title, detail, changes, bad } = eventLabel(entry)
  return (
    <HistoryItem data-bad={bad || undefined}>
      <p className="font-semibold">{title}</p>
      {detail && <p>{detail}</p>}
      {changes?.map((change) => (
        <Change key={change.field} change={change} label={labels[change.field] ?? change.field} />
      ))}
      <WhoAndWhen who={actorLabel(entry)} at={entry.at} />
    </HistoryItem>
  )
}

function Change({ change: { before, after }, label }: { change: FieldChange; label: string }) {
  const value = (text: string | null) =>
    text === null ? <span className="text-muted">nothing</span> : <q>{text}</q>
  return (
    <p>
      <span>{`${label} from `}</span>
      {value(before)}
      <span>{' to '}</span>
      {value(after)}
    </p>
  )
}

/** A note about a talk with a shop. */
function Contact({ contact: { shop, note, email, at } }: { contact: Entry<'contact'> }) {
  return (
    <HistoryItem>
      <p className="font-semibold">{`Contact with ${shop}`}</p>
      <p className="whitespace-pre-line">{note}</p>
      <WhoAndWhen who={email ?? 'Former user'} at={at} />
    </HistoryItem>
  )
}

const LOST: readonly string[] = ['failed', 'suppressed', 'bounced', 'complained']

/** The delivery of an email; whom to call when it did not arrive. */
function Email({ message }: { message: Entry<'email'> }) {
  const { kind, recipient, phone, status, delivery, at, nextTryAt } = message
  const lost = status === 'failed' || (delivery !== null && LOST.includes(delivery))
  const reason = messageReason(message)
  return (
    <HistoryItem data-bad={lost || undefined}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <b className="font-semibold">{`Email: ${messageName(kind)}`}</b>
        <MessageState message={message} />
      </p>
      {reason && <p>{reason}</p>}
      {lost && phone && (
        <p>
          Call <PhoneLink phone={phone} />
        </p>
      )}
      {nextTryAt && (
        <div className="my-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <p>
            Next try <When at={nextTryAt} />.
          </p>
          <SendMessage message={message} />
        </div>
      )}
      <WhoAndWhen who={`To ${recipient}`} at={at} />
    </HistoryItem>
  )
}
