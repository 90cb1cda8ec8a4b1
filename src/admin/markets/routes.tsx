import { createRoute } from '@tanstack/react-router'
import { at, searchAt } from '#src/admin/root-route.tsx'
import { lazyScreen, listSearch, loadData } from '#src/admin/ui/routing.ts'
import { marketDaysQuery, marketQueries } from './queries.ts'

// Data is asked for while the screen itself is on its way; a failure is the screen's to show.

const list = createRoute({
  ...searchAt('/admin/markets', listSearch),
  loader: (call) => loadData(call, marketQueries.list(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'MarketList'),
})

const add = createRoute({
  ...at('/admin/markets/new'),
  component: lazyScreen(() => import('./form.tsx'), 'MarketEditor'),
})

const detail = createRoute({
  ...at('/admin/markets/$id'),
  loader: (call) => loadData(call, marketQueries.one(call.params.id), marketDaysQuery(call.params.id)),
  component: lazyScreen(() => import('./detail.tsx'), 'MarketScreen'),
})

const edit = createRoute({
  ...at('/admin/markets/$id/edit'),
  loader: (call) => loadData(call, marketQueries.one(call.params.id)),
  component: lazyScreen(() => import('./form.tsx'), 'MarketEditor'),
})

export const marketsRoutes = [list, add, detail, edit] as const
