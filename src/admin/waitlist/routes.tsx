import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { at } from '#src/admin/root-route.tsx'
import { lazyScreen, listSearch, oneOf } from '#src/admin/ui/routing.ts'
import { demandQuery, entryQuery, waitlistQuery } from './queries.ts'

const search = z.object({
  ...listSearch.shape,
  contacted: oneOf(['yes', 'no']),
})

const list = createRoute({
  ...at('/admin/waitlist'),
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(waitlistQuery(deps)),
  component: lazyScreen(() => import('./list.tsx'), 'WaitlistList'),
})

const demand = createRoute({
  ...at('/admin/waitlist/demand'),
  loader: ({ context }) => void context.queryClient.prefetchQuery(demandQuery),
  component: lazyScreen(() => import('./demand.tsx'), 'Demand'),
})

const detail = createRoute({
  ...at('/admin/waitlist/$id'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(entryQuery(params.id)),
  component: lazyScreen(() => import('./detail.tsx'), 'WaitlistDetail'),
})

export const waitlistRoutes = [list, demand, detail] as const
