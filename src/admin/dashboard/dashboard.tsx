import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useDeferredValue } from 'react'
import { useSession } from '#src/admin/first-screen.tsx'
import { LeadWithNewOrders } from '#src/admin/orders/new-orders.tsx'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Banner, BannerActions } from '#src/admin/ui/banner.tsx'
import { countText } from '#src/admin/ui/count-text.ts'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { Figures } from './figures.tsx'
import { HealthBanner } from './health-banner.tsx'
import { type Dashboard as Answer, dashboardQuery, sendWaitingNow } from './queries.ts'
import { SalesChart } from './sales-chart.tsx'
import { Tiles } from './tiles.tsx'
import { WhatToDo } from './what-to-do.tsx'

/** Dashboard: how today goes, what to do next, what there is, and how the last 14 days went. */
export function Dashboard() {
  const session = useSession()
  const query = useQuery(dashboardQuery)
  const { data } = query
  // Below what most windows show: drawn after it, so that the screen stands sooner.
  const below = useDeferredValue(data, undefined)
  return (
    <>
      <PageHeader
        title="Dashboard"
        lead={
          session.status === 'signed-in' && (
            <LeadWithNewOrders recent={data?.recentOrders}>
              {`Welcome back, ${session.user.email}`}
            </LeadWithNewOrders>
          )
        }
      />
      <QueryError query={query} fallback="Failed to load the dashboard" />
      <div className="flex flex-col gap-4 md:gap-5">
        {query.isPending && (
          <div role="status" aria-busy>
            <span className="sr-only">Loading</span>
            <div className="skeleton h-20" />
          </div>
        )}
        {query.isPending && <div className="skeleton h-48" />}
        {data && <HealthBanner reasons={data.healthReasons} />}
        {data && <HeldMail held={data.heldMail} />}
        {data && <Figures dashboard={data} />}
        {data && <WhatToDo dashboard={data} />}
        <Tiles counts={data?.counts} waiting={query.isPending} />
        {below ? (
          <SalesChart {...below.lastDays} />
        ) : (
          !query.isError && <div className="skeleton h-117 md:h-105.5" />
        )}
        <p className="text-small text-muted">
          Something not working? Look for recent failures under{' '}
          <Link className="link" to="/admin/problems">
            Problems
          </Link>
          .
        </p>
      </div>
    </>
  )
}

/** Says that emails do not go out at the moment, since when and why. Nothing while they do. */
function HeldMail({ held }: { held: Answer['heldMail'] }) {
  const cache = useQueryClient()
  if (held === null) return null
  const { waiting, since, reason } = held
  const sendNow = async () => {
    await sendWaitingNow()
    notify.success(waiting.total === 1 ? 'Sending the email now' : 'Sending the emails now')
    await cache.invalidateQueries({ queryKey: dashboardQuery.queryKey })
  }
  const one = waiting.total === 1
  return (
    <Banner tone="butter" aria-label="Emails are waiting">
      <CircleAlert aria-hidden />
      <div className="min-w-0 flex-1">
        <h2 className="font-text text-base tracking-normal">
          {one ? '1 email is waiting' : `${countText(waiting)} emails are waiting`}
        </h2>
        <p>
          <span>{`${reason}. ${one ? 'Queued' : 'The oldest was queued'} `}</span>
          <When at={since} />. We’ll keep trying; nothing is lost.
        </p>
        {/: (invalid|missing)_api_key$/.test(reason) && (
          <p>
            Nothing goes out until <code>RESEND_API_KEY</code> is set to a valid key.
          </p>
        )}
        <BannerActions>
          <ActionButton look="quiet" run={sendNow} failure="Failed to send the emails">
            Send now
          </ActionButton>
        </BannerActions>
      </div>
    </Banner>
  )
}
