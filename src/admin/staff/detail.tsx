import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useSession } from '#src/admin/first-screen.tsx'
import { Card, TwoColumns } from '#src/admin/ui/card.tsx'
import { ChangeHistory } from '#src/admin/ui/change-history.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { UserActions } from './actions.tsx'
import { ROLE_NAMES, USER_LABELS } from './labels.ts'
import { userQueries } from './queries.ts'

const route = getRouteApi('/admin/users/$id')

/** One person who can sign in, and what an admin can do about it. */
export function UserDetail() {
  const { id } = route.useParams()
  const session = useSession()
  const you = session.status === 'signed-in' && session.user.id === id
  return (
    <DetailPage
      list={{ label: 'Admin Users', to: '/admin/users' }}
      query={useQuery(userQueries.one(id))}
      missing="User not found"
      title={({ email }) => email}
      lead={() => you && 'This is you.'}
      actions={(user) => <UserActions user={user} you={you} />}
    >
      {(user) => (
        <TwoColumns>
          <Card aria-label="Person">
            <Facts>
              <Fact term="Role">{ROLE_NAMES[user.role]}</Fact>
              <Fact term="Status">
                <StatusBadge status={user.state} />
              </Fact>
              <Fact term="Two-factor authentication">{user.secondFactor ? 'On' : 'Off'}</Fact>
              <Fact term="Signed in">
                {user.sessions === 1 ? 'In one browser' : `In ${user.sessions} browsers`}
              </Fact>
              <Fact term="Last sign-in">{user.lastSignInAt ? <When at={user.lastSignInAt} /> : 'Never'}</Fact>
              <TimeFact term="Created" at={user.createdAt} />
              {user.state === 'invited' && (
                <Fact term="Invitation">
                  {user.invitedUntil ? (
                    <span>
                      Valid until <When at={user.invitedUntil} />
                    </span>
                  ) : (
                    'Expired. Send a new one.'
                  )}
                </Fact>
              )}
            </Facts>
          </Card>
          <ChangeHistory changes={user.changes} labels={USER_LABELS} />
        </TwoColumns>
      )}
    </DetailPage>
  )
}
