import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ContactedRequest } from '#api/waitlist/schema.ts'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Card, TwoColumns } from '#src/admin/ui/card.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts, MailLink, TimeFact } from '#src/admin/ui/facts.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { offerUndo } from '#src/admin/ui/undo.ts'
import { When } from '#src/admin/ui/when.tsx'
import { entryQuery, setContacted, WAITLIST, type WaitlistEntry } from './queries.ts'

const FAILURE = 'Failed to update the waitlist'

const route = getRouteApi('/admin/waitlist/$id')

export function WaitlistDetail() {
  const { id } = route.useParams()
  return (
    <DetailPage
      list={{ label: 'Waitlist', to: '/admin/waitlist' }}
      query={useQuery(entryQuery(id))}
      missing="Waitlist entry not found"
      title={({ email }) => email}
      lead={({ contacted }) => (
        <span className="mt-2 flex">
          <StatusBadge status={contacted ? 'contacted' : 'pending'}>
            {contacted ? 'Contacted' : 'Pending Contact'}
          </StatusBadge>
        </span>
      )}
      actions={(entry) => <ContactedButton entry={entry} />}
    >
      {(entry) => (
        <TwoColumns>
          <Card title="Their Story">
            {entry.story ? (
              <p className="whitespace-pre-line">{entry.story}</p>
            ) : (
              <p className="text-muted">No story provided</p>
            )}
          </Card>
          <About entry={entry} />
        </TwoColumns>
      )}
    </DetailPage>
  )
}

function About({ entry }: { entry: WaitlistEntry }) {
  const { email, city, state, zipCode, createdAt, market, notifiedAt, unsubscribedAt, bought } = entry
  return (
    <Card aria-label="Entry">
      <Facts>
        <Fact term="Email">
          <MailLink email={email} />
        </Fact>
        <Fact term="Location">{`${city}, ${state} ${zipCode}`}</Fact>
        <TimeFact term="Added" at={createdAt} />
        <Fact term="Served by">
          {market ? (
            <Link className="link" to="/admin/markets/$id" params={{ id: market.id }}>
              {market.name}
            </Link>
          ) : (
            <span className="text-muted">No market yet</span>
          )}
        </Fact>
        <TimeFact term="Notified" at={notifiedAt} />
        {unsubscribedAt && <TimeFact term="Unsubscribed" at={unsubscribedAt} />}
        <Fact term="Purchased since">
          {bought ? (
            <span>
              <Link className="link" to="/admin/orders/$id" params={{ id: bought.orderId }}>
                {bought.reference}
              </Link>
              , <When at={bought.paidAt} />
            </span>
          ) : (
            <span className="text-muted">No purchase yet</span>
          )}
        </Fact>
      </Facts>
    </Card>
  )
}

/** `Mark Contacted` or `Mark Uncontacted`: it says what the entry is to be, so a second press is the same press. */
function ContactedButton({ entry: { id, contacted } }: { entry: WaitlistEntry }) {
  const cache = useQueryClient()
  const set = async (json: ContactedRequest) => {
    try {
      const now = await setContacted(id, json)
      cache.setQueryData(entryQuery(id).queryKey, (entry) => entry && { ...entry, ...now })
    } finally {
      void cache.invalidateQueries({ queryKey: WAITLIST })
    }
    return [json.contacted ? 'Marked as contacted' : 'Marked as not contacted']
  }
  const mark = async () => {
    const lines = await set({ contacted: !contacted })
    const undo = () => set({ contacted, from: !contacted })
    offerUndo({ about: `waitlist:${id}`, lines, undo, failure: FAILURE })
  }
  return (
    <ActionButton look={contacted ? 'quiet' : 'action'} run={mark} failure={FAILURE}>
      {contacted ? 'Mark Uncontacted' : 'Mark Contacted'}
    </ActionButton>
  )
}
