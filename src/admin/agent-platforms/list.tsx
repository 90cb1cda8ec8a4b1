import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PLATFORMS_SHOWN, platformText } from '#domain/agent-platforms.ts'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import { countText } from '#src/admin/ui/count-text.ts'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { blockPlatform, type ListedPlatform, platformsQuery, unblockPlatform } from './queries.ts'

/** The platforms whose agents prepare checkouts for their buyers. */
export function PlatformList() {
  const query = useQuery(platformsQuery)
  const { data } = query
  return (
    <>
      <PageHeader
        title="Agent platforms"
        crumbs={[
          { label: 'Dashboard', to: '/admin' },
          { label: 'Blocks', to: '/admin/blocks' },
        ]}
        lead={`Assistants that have prepared a checkout for a buyer. Names are what each claims of itself; the address of its profile tells who it is.${data?.rows.length === PLATFORMS_SHOWN ? ` ${PLATFORMS_SHOWN} of them.` : ''}`}
      />
      <QueryError query={query} fallback="Failed to load the platforms" />
      {query.isPending && (
        <div role="status" className="skeleton h-64">
          <span className="sr-only">Loading</span>
        </div>
      )}
      {data && data.rows.length === 0 && (
        <EmptyState title="No platforms">
          <p className="text-muted">No agent has prepared a checkout yet.</p>
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <ul aria-label="Platforms" className="overflow-clip rounded-card border border-line bg-card">
          {data.rows.map((platform) => (
            <Row key={platform.id} platform={platform} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ platform }: { platform: ListedPlatform }) {
  const { id, name, profileUrl, createdAt, orders, openCheckouts, lastOrderAt, blockedAt, history } = platform
  return (
    <li className="border-line px-4 py-4 not-first:border-t">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className={`min-w-0 font-semibold wrap-anywhere ${blockedAt ? 'text-muted' : ''}`}>
          {blockedAt ? `${name}, blocked` : name}
        </h2>
        {blockedAt ? <Unblock platform={platform} /> : <Block platform={platform} />}
      </div>
      <Facts>
        <Fact term="Profile">{profileUrl}</Fact>
        <Fact term="Since">
          <When at={createdAt} />
        </Fact>
        <Fact term="Orders">
          {lastOrderAt ? (
            <>
              <Link className="link" to="/admin/orders" search={{ source: id }}>
                {countText(orders)}
              </Link>
              <span>, the last </span>
              <When at={lastOrderAt} />
            </>
          ) : (
            'None'
          )}
        </Fact>
        <Fact term="Open checkouts">{openCheckouts.total === 0 ? 'None' : countText(openCheckouts)}</Fact>
        {history.length > 0 && (
          <Fact term="Blocks">
            {history.map(({ id, isBlock, actorEmail, createdAt }) => (
              <span key={id} className="block">
                <span>{isBlock ? 'Blocked ' : 'Unblocked '}</span>
                <When at={createdAt} />
                <span>{` by ${actorEmail ?? 'a former user'}`}</span>
              </span>
            ))}
          </Fact>
        )}
      </Facts>
    </li>
  )
}

function Block({ platform }: { platform: ListedPlatform }) {
  const onDone = useDone('The platform is blocked')
  return (
    <ConfirmButton
      label="Block"
      danger
      title={`Block ${platformText(platform)}?`}
      action="Block"
      run={() => blockPlatform(platform.id)}
      onDone={onDone}
      failure="Failed to block the platform"
    >
      <p>
        Whatever its agents ask for is refused, at once. Checkouts that they have prepared end: their buyers
        cannot go on with them. Orders that were placed stay, and are delivered. You can unblock it at any
        time.
      </p>
    </ConfirmButton>
  )
}

function Unblock({ platform }: { platform: ListedPlatform }) {
  const onDone = useDone('The platform is unblocked')
  return (
    <ConfirmButton
      label="Unblock"
      title={`Unblock ${platformText(platform)}?`}
      action="Unblock"
      run={() => unblockPlatform(platform.id)}
      onDone={onDone}
      failure="Failed to unblock the platform"
    >
      <p>
        Its agents can prepare checkouts again, at once. Those that were open before can be continued, unless
        they have expired.
      </p>
    </ConfirmButton>
  )
}

/** Reads the platforms again, and says what happened. */
function useDone(message: string) {
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries(platformsQuery)
    notify.success(message)
  }
}
