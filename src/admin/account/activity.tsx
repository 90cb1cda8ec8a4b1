import { useQuery } from '@tanstack/react-query'
import { type SecurityEventKind, SUSPICIOUS_EVENTS } from '#domain/account.ts'
import { HistoryItem, WhoAndWhen } from '#src/admin/ui/history-item.tsx'
import { activityQuery, type SecurityEvent } from './queries.ts'
import { Loaded, Setting } from './setting.tsx'

/** The text of each event for the owner of the account. */
const ACTIVITY_LABELS: Readonly<Record<SecurityEventKind, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed: wrong password',
  code_failed: 'Wrong two-factor code entered',
  password_refused: 'Wrong password entered while signed in',
  throttled: 'Too many failed attempts: sign-in slowed down',
  password_reset_requested: 'Password reset requested',
  password_reset: 'Password reset by email link',
  password_changed: 'Password changed',
  second_factor_on: 'Two-factor authentication turned on',
  second_factor_off: 'Two-factor authentication turned off',
  second_factor_removed: 'Two-factor authentication removed by an admin',
  recovery_codes_renewed: 'New recovery codes created',
  refresh_token_reused: 'Signed out: a copy of this session was used',
  person_invited: 'You invited someone',
  role_changed: 'Role changed by an admin',
  deactivated: 'Account deactivated by an admin',
  reactivated: 'Account reactivated by an admin',
}

/** Lists recent events of one's account, in case it was somebody else. */
export function RecentActivity() {
  const query = useQuery(activityQuery)
  return (
    <Setting
      title="Recent activity"
      description={
        <p>
          The last 20 events of the past 90 days. If you do not recognize one, change your password and sign
          out your other browsers.
        </p>
      }
    >
      <Loaded query={query} failure="Failed to load your recent activity">
        {(events) =>
          events.length === 0 ? (
            <p className="text-muted">No activity in the past 90 days.</p>
          ) : (
            <ol className="flex flex-col gap-3.5" aria-label="Recent activity">
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
    <HistoryItem data-bad={SUSPICIOUS_EVENTS.includes(kind) || undefined}>
      <p className="font-semibold">{ACTIVITY_LABELS[kind]}</p>
      <WhoAndWhen who={device} at={createdAt} />
    </HistoryItem>
  )
}
