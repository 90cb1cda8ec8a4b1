import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePasswordRequest } from '#api/auth/schema.ts'
import { type SecurityEventKind, SUSPICIOUS_EVENTS } from '#domain/account.ts'
import { PASSWORD_MIN } from '#domain/sign-in.ts'
import { useSession } from '#src/admin/first-screen.tsx'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { CheckLabel } from '#src/admin/ui/form-layout.tsx'
import { HistoryItem, WhoAndWhen } from '#src/admin/ui/history-item.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { activityQuery, changePassword, ownSessionsQuery } from './queries.ts'
import { SecondFactor } from './second-factor.tsx'
import { OwnSessions } from './sessions.tsx'
import { Loaded, Setting } from './setting.tsx'

/** One's own account: password, second factor, where one is signed in, what happened lately. */
export function Account() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { email } = session.user
  return (
    <>
      <PageHeader title="Your account" lead={email} />
      <div className="grid max-w-248 grid-cols-1 gap-5">
        <PasswordSetting email={email} />
        <SecondFactor email={email} />
        <OwnSessions />
        <RecentActivity />
      </div>
    </>
  )
}

const START = { currentPassword: '', password: '' }

/** Changes one's own password and ends all other sessions. */
function PasswordSetting({ email }: { email: string }) {
  const [shown, setShown] = useState(false)
  const cache = useQueryClient()
  const type = shown ? 'text' : 'password'
  return (
    <Setting
      title="Password"
      description={<p>Changing it signs out every other browser. This one stays signed in.</p>}
    >
      <SmallForm
        label="Change password"
        schema={changePasswordRequest}
        start={START}
        send={async (request) => {
          await changePassword(request)
          setShown(false)
          notify.success('Password changed successfully')
          await Promise.all([
            cache.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
            cache.invalidateQueries({ queryKey: activityQuery.queryKey }),
          ])
        }}
        submit="Change password"
        failure="Failed to change the password"
      >
        {/* Tells the browser's password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <FormText
          name="currentPassword"
          label="Current password"
          required
          type={type}
          autoComplete="current-password"
        />
        <FormText
          name="password"
          label="New password"
          required
          type={type}
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters. Four or five random words work well.`}
        />
        <CheckLabel>
          <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} />
          Show passwords
        </CheckLabel>
      </SmallForm>
    </Setting>
  )
}

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
function RecentActivity() {
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
              {events.map(({ id, kind, device, createdAt }) => (
                <HistoryItem key={id} data-bad={SUSPICIOUS_EVENTS.includes(kind) || undefined}>
                  <p className="font-semibold">{ACTIVITY_LABELS[kind]}</p>
                  <WhoAndWhen who={device} at={createdAt} />
                </HistoryItem>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Setting>
  )
}
