import { useQuery } from '@tanstack/react-query'
import { SUSPICIOUS_EVENTS } from '#domain/security-events.ts'
import { When } from '#src/admin/ui/when.tsx'
import { ACTIVITY_LABELS } from './activity-labels.ts'
import { activityQuery, type SecurityEvent } from './queries.ts'
import { Loaded, Setting } from './setting.tsx'

/** What happened to one's account lately, in case it was somebody else. */
export function RecentActivity() {
  const query = useQuery(activityQuery)
  return (
    <Setting
      title="Recent activity"
      words={
        <p>
          The last 20 events of the past 90 days. If you do not recognize one, change your password and sign
          out your other browsers.
        </p>
      }
    >
      <Loaded query={query} failure="Failed to load your recent activity">
        {(events) =>
          events.length === 0 ? (
            <p className="text-muted">Nothing has happened in the past 90 days.</p>
          ) : (
            <ol className="history" aria-label="Recent activity">
              {events.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Setting>
  )
}

function Event({ event: { kind, device, createdAt } }: { event: SecurityEvent }) {
  return (
    <li data-bad={SUSPICIOUS_EVENTS.includes(kind) || undefined}>
      <p className="strong">{ACTIVITY_LABELS[kind]}</p>
      <p className="text-small text-muted">
        {device && `${device}, `}
        <When at={createdAt} />
      </p>
    </li>
  )
}
