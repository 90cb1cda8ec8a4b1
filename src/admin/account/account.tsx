import { useSession } from '#src/admin/first-screen.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { RecentActivity } from './activity.tsx'
import { PasswordSetting } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { OwnSessions } from './sessions.tsx'

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
