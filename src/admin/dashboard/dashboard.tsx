import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '#src/admin/first-screen.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { HeldMail } from './mail-tasks.tsx'
import { dashboardQuery } from './queries.ts'
import { SalesChart } from './sales-chart.tsx'
import { Tiles } from './tiles.tsx'
import { ToDo } from './to-do.tsx'

/** Dashboard: who is here, what there is, what needs doing now, and how the last 14 days went. */
export function Dashboard() {
  const session = useSession()
  const query = useQuery(dashboardQuery)
  const { data } = query
  return (
    <>
      <PageHeader
        title="Dashboard"
        lead={session.status === 'signed-in' && `Welcome back, ${session.user.email}`}
      />
      <QueryError query={query} fallback="Failed to load the dashboard" />
      <div className="flex flex-col gap-7">
        <Tiles counts={data?.counts} waiting={query.isPending} />
        {query.isPending && <Loading />}
        {data && <HeldMail held={data.heldMail} />}
        {data && <ToDo dashboard={data} />}
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

function Loading() {
  return (
    <div role="status" aria-busy className="flex flex-col gap-7">
      <span className="sr-only">Loading</span>
      <div className="skeleton h-48" />
      <div className="skeleton h-72" />
    </div>
  )
}
