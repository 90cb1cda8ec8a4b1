import { createRoute } from '@tanstack/react-router'
import { at, searchAt } from '#src/admin/root-route.tsx'
import { lazyScreen, listParams, loadData, oneOf, searchOf } from '#src/admin/ui/routing.ts'
import { demandQuery, entryQuery, waitlistQuery } from './queries.ts'

const search = searchOf({
  ...listParams,
  contacted: oneOf(['yes', 'no']),
})

const list = createRoute({
  ...searchAt('/admin/waitlist', search),
  loader: (call) => loadData(call, waitlistQuery(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'WaitlistList'),
})

const demand = createRoute({
  ...at('/admin/waitlist/demand'),
  loader: (call) => loadData(call, demandQuery),
  component: lazyScreen(() => import('./demand.tsx'), 'Demand'),
})

const detail = createRoute({
  ...at('/admin/waitlist/$id'),
  loader: (call) => loadData(call, entryQuery(call.params.id)),
  component: lazyScreen(() => import('./detail.tsx'), 'WaitlistDetail'),
})

export const waitlistRoutes = [list, demand, detail] as const
