import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { TimelineEntry } from '#api/platform/audit/schema.ts'
import type { Elements } from '#src/components/ui/elements.ts'
import { Ago } from './ago.tsx'
import { Card } from './card.tsx'
import type { FieldChange } from './event-data.ts'
import { actorLabel, eventLabel } from './event-labels.ts'
import { PhoneLink } from './facts.tsx'
import { MessageState, messageName, messageReason } from './message-state.tsx'
import { Segments } from './segments.tsx'
import { SendMessage } from './send-message.tsx'
import { type Entry, entriesShown, FILTERS, type Filter } from './timeline-entries.ts'
import { When } from './when.tsx'

type TimelineProps = {
  /** Oldest first. */
  entries: readonly TimelineEntry[]
  /** Labels of corrected fields. */
  labels: Readonly<Record<string, string>>
  /** A form above the entries. */
  children?: Elements
}

/** The history of an order and its shop orders, newest first: events with the emails that they caused, notes and contacts. */
export function Timeline({ entries, labels, children }: TimelineProps) {
  const [filter, setFilter] = useState<Filter>('All')
  const shown = entriesShown(entries, filter)
  return (
    <Card title="Timeline">
      {children && <div className="mb-6 border-b border-line pb-6">{children}</div>}
      {entries.length > 0 && (
        <Segments
          label="Show in the timeline"
          name="timeline-filter"
          options={FILTERS.map((value) => ({ value, label: value }))}
          value={filter}
          onChange={setFilter}
        />
      )}
      {shown.length === 0 ? (
        <p className="mt-4 text-muted first:mt-0">
          {filter === 'All' ? 'No events yet.' : `No ${filter.toLowerCase()} yet.`}
        </p>
      ) : (
        <ol className="mt-5">
          {shown.toReversed().map(({ entry, emails }) => (
            <Line key={entry.id} entry={entry} labels={labels}>
              {emails.length > 0 && (
                <ul className="mt-1.5 flex flex-col gap-1">
                  {emails.map((email) => (
                    <li key={email.id}>
                      <FoldedEmail message={email} />
                    </li>
                  ))}
                </ul>
              )}
            </Line>
          ))}
        </ol>
      )}
    </Card>
  )
}

type LineProps = { entry: TimelineEntry; children: Elements } & Pick<TimelineProps, 'labels'>

function Line({ entry, labels, children }: LineProps) {
  if (entry.type === 'email') {
    return (
      <Item bad={isLost(entry)}>
        <EmailTitle message={entry} />
        <Email message={entry} />
      </Item>
    )
  }
  if (entry.type === 'contact') {
    return (
      <Item note>
        <p className="font-semibold">{`Contact with ${entry.shop}`}</p>
        <p className="whitespace-pre-line">{entry.note}</p>
        <WhoAndAgo who={entry.email ?? 'Former user'} at={entry.at} />
      </Item>
    )
  }
  const { title, detail, changes, bad = false } = eventLabel(entry)
  return (
    <Item bad={bad} note={entry.kind === 'note_added'}>
      <p className="font-semibold">{title}</p>
      {detail && <p className="whitespace-pre-line">{detail}</p>}
      {changes?.map((change) => (
        <Change key={change.field} change={change} label={labels[change.field] ?? change.field} />
      ))}
      <WhoAndAgo who={actorLabel(entry)} at={entry.at} />
      {children}
    </Item>
  )
}

const DOT =
  'before:absolute before:top-1.25 before:-left-1.75 before:size-3 before:rounded-full before:border-2 before:border-card before:bg-edge data-bad:before:bg-rose data-note:before:bg-stem forced-colors:before:border-[CanvasText]'

type ItemProps = { bad?: boolean; note?: boolean; children: Elements }

/** An entry with its dot, on the line that joins them. */
function Item({ bad = false, note = false, children }: ItemProps) {
  return (
    <li
      className={`relative border-l-2 border-line pb-4.5 pl-5 wrap-anywhere last:border-transparent last:pb-0 ${DOT}`}
      data-bad={bad || undefined}
      data-note={note || undefined}
    >
      {children}
    </li>
  )
}

function WhoAndAgo({ who, at }: { who: string; at: string }) {
  return (
    <p className="text-small text-muted">
      <span>{`${who}, `}</span>
      <Ago at={at} />
    </p>
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

type Message = { message: Entry<'email'> }

const TITLES: Readonly<Record<Entry<'email'>['channel'], (name: string) => string>> = {
  mail: (name) => `Email: ${name}`,
  push: () => 'Ring',
  text: (name) => `Text: ${name}`,
}

const LOST: readonly string[] = ['failed', 'suppressed', 'bounced', 'complained']

const isLost = ({ status, delivery }: Entry<'email'>) =>
  status === 'failed' || (delivery !== null && LOST.includes(delivery))

/** An email below what caused it; open where somebody has to look at it. */
function FoldedEmail({ message }: Message) {
  return (
    <details open={isLost(message) || message.nextTryAt !== null} className="group text-small">
      <summary className="flex cursor-pointer list-none items-start gap-1 rounded-sm [&::-webkit-details-marker]:hidden [&>svg]:mt-1 [&>svg]:size-4 [&>svg]:flex-none">
        <ChevronRight aria-hidden className="text-muted group-open:rotate-90" />
        <EmailTitle message={message} />
      </summary>
      <div className="mt-1 ml-5">
        <Email message={message} />
      </div>
    </details>
  )
}

function EmailTitle({ message }: Message) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span>{TITLES[message.channel](messageName(message.kind))}</span>
      <MessageState message={message} />
    </span>
  )
}

/** The delivery of an email; whom to call when it did not arrive. */
function Email({ message }: Message) {
  const { recipient, contactName, phone, at, nextTryAt, sentAgainTo } = message
  const reason = messageReason(message)
  return (
    <>
      {reason && <p>{reason}</p>}
      {isLost(message) && phone && (
        <p>
          <span>{`Call ${contactName ?? recipient}: `}</span>
          <PhoneLink phone={phone} />
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
      {sentAgainTo !== null && (
        <div className="my-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          {sentAgainTo !== recipient && <p>{`Goes to ${sentAgainTo} now.`}</p>}
          {sentAgainTo === recipient && message.status === 'sent' && <p>Its links have ended.</p>}
          <SendMessage message={message} />
        </div>
      )}
      <WhoAndAgo who={`To ${recipient}`} at={at} />
    </>
  )
}
