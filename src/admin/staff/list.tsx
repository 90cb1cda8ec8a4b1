import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { statusLabel } from '#domain/order-status.ts'
import { useSession } from '#src/admin/first-screen.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import { Tag } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { WholeName } from '#src/admin/ui/truncate.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { WrappedText } from '#src/admin/ui/wrapped-text.tsx'
import { ROLE_NAMES } from './labels.ts'
import { type UserRow, userQueries } from './queries.ts'

const route = getRouteApi('/admin/users')

function Who({ user }: { user: UserRow }) {
  const session = useSession()
  const you = session.status === 'signed-in' && session.user.id === user.id
  return (
    <span className="flex items-center">
      <WholeName>
        <WrappedText text={user.email} />
      </WholeName>
      {you && <Tag>You</Tag>}
    </span>
  )
}

const columns: readonly Column<UserRow>[] = [
  { id: 'email', header: 'Email', cell: (user) => <Who user={user} /> },
  { id: 'role', header: 'Role', width: 'short', phone: 'bottomStart', cell: ({ role }) => ROLE_NAMES[role] },
  {
    id: 'state',
    header: 'Status',
    width: 'status',
    phone: 'bottomEnd',
    cell: ({ state }) => statusLabel(state),
  },
  {
    id: 'signed-in',
    header: 'Last sign-in',
    width: 'stamp',
    phone: 'folded',
    cell: ({ lastSignInAt }) =>
      lastSignInAt ? <When at={lastSignInAt} /> : <span className="text-muted">Never</span>,
  },
  {
    id: 'factor',
    header: 'Two-factor',
    width: 'short',
    phone: 'folded',
    cell: ({ secondFactor }) => (secondFactor ? 'On' : <span className="text-muted">Off</span>),
  },
]

/** Who can sign in. */
export function UserList() {
  const search = route.useSearch()
  const query = useQuery(userQueries.list(search))
  const invite = <LinkButton to="/admin/users/new">Invite user</LinkButton>
  return (
    <ListPage
      title="Admin Users"
      lead="Admins run the shop. Members can’t open the back office."
      actions={invite}
      search={{ label: 'Search users', q: search.q }}
      query={query}
      failure="Failed to load users"
      columns={columns}
      rowLink={({ id }) => ({ to: '/admin/users/$id', params: { id } })}
      linkColumn="email"
      empty={{ title: 'No users found', children: invite }}
    />
  )
}
