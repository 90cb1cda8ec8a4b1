import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { statusLabel } from '#domain/order-status.ts'
import { SavedViews } from '#src/admin/saved-views/saved-views.tsx'
import { CsvButton } from '#src/admin/ui/action-button.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import { Segments } from '#src/admin/ui/segments.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { WholeName } from '#src/admin/ui/truncate.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { WrappedText } from '#src/admin/ui/wrapped-text.tsx'
import { downloadWaitlist, type WaitlistRow, waitlistQuery } from './queries.ts'

const route = getRouteApi('/admin/waitlist')

const CONTACTED = [
  { value: undefined, label: 'All' },
  { value: 'no', label: 'Pending' },
  { value: 'yes', label: 'Contacted' },
] as const

const columns: readonly Column<WaitlistRow>[] = [
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <WholeName>
        <WrappedText text={email} />
      </WholeName>
    ),
  },
  {
    id: 'location',
    header: 'Location',
    phone: 'bottomStart',
    cell: ({ city, state, zipCode }) => (
      <WholeName>
        <span>{`${city}, ${state} `}</span>
        <span className="text-muted tabular-nums">{zipCode}</span>
      </WholeName>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'status',
    phone: 'bottomEnd',
    cell: ({ contacted }) => statusLabel(contacted ? 'contacted' : 'pending'),
  },
  {
    id: 'heard',
    header: 'Notified',
    width: 'stamp',
    phone: 'folded',
    cell: ({ notifiedAt, unsubscribedAt }) => <Heard {...{ notifiedAt, unsubscribedAt }} />,
  },
  {
    id: 'added',
    header: 'Added',
    width: 'stamp',
    phone: 'folded',
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
]

export function WaitlistList() {
  const { q, contacted, page, size } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ListPage
      title="Waitlist"
      lead="People waiting for delivery in their area, newest first."
      actions={
        <>
          <LinkButton to="/admin/waitlist/demand" look="quiet">
            Where to open next
          </LinkButton>
          <CsvButton
            load={() => downloadWaitlist({ q, contacted })}
            failure="Failed to export the waitlist"
          />
        </>
      }
      search={{ label: 'Search waitlist', q }}
      filters={
        <>
          <Segments
            label="Status"
            name="contacted"
            options={CONTACTED}
            value={contacted}
            onChange={(next) =>
              navigate({
                search: (now) => ({ ...now, contacted: next, page: undefined }),
                resetScroll: false,
              })
            }
          />
          <SavedViews list="waitlist" />
        </>
      }
      filterNames={['contacted']}
      query={useQuery(waitlistQuery({ q, contacted, page, size }))}
      failure="Failed to load the waitlist"
      columns={columns}
      rowLink={({ id }) => ({ to: '/admin/waitlist/$id', params: { id } })}
      linkColumn="email"
      empty={{
        title: 'No waitlist entries found',
        children: <p className="text-muted">People who ask for a ZIP code we don’t serve show up here.</p>,
      }}
    />
  )
}

/** Says if the message that we deliver there now went out, and if they left the list. */
function Heard({ notifiedAt, unsubscribedAt }: Pick<WaitlistRow, 'notifiedAt' | 'unsubscribedAt'>) {
  if (unsubscribedAt) return <span className="text-muted">Unsubscribed</span>
  return notifiedAt ? <When at={notifiedAt} /> : <span className="text-muted">Not yet</span>
}
