import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '#src/admin/first-screen.tsx'
import { LeadWithNewOrders } from '#src/admin/orders/new-orders.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { HeldMail } from './held-mail.tsx'
import { dashboardQuery } from './queries.ts'
import { SalesChart } from './sales-chart.tsx'
import { Tiles } from './tiles.tsx'
import { WhatToDo } from './what-to-do.tsx'

/** Dashboard: who is here, what to do next, what there is, and how the last 14 days went. */
export function Dashboard() {
  const session = useSession()
  const query = useQuery(dashboardQuery)
  const { data } = query
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
      <div className="flex flex-col gap-7">
        {query.isPending && (
          <div role="status" aria-busy>
            <span className="sr-only">Loading</span>
            <div className="skeleton h-48" />
          </div>
        )}
        {data && <HeldMail held={data.heldMail} />}
        {data && <WhatToDo dashboard={data} />}
        <Tiles counts={data?.counts} waiting={query.isPending} />
        {query.isPending && <div className="skeleton h-72" />}
        {data && <SalesChart {...data.lastDays} />}
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
