import { createRoute } from '@tanstack/react-router'
import { at, searchAt } from '#src/admin/root-route.tsx'
import { lazyScreen, listSearch, loadData } from '#src/admin/ui/routing.ts'
import { userQueries } from './queries.ts'

const list = createRoute({
  ...searchAt('/admin/users', listSearch),
  loader: (call) => loadData(call, userQueries.list(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'UserList'),
})

const invite = createRoute({
  ...at('/admin/users/new'),
  component: lazyScreen(() => import('./form.tsx'), 'InviteUser'),
})

const detail = createRoute({
  ...at('/admin/users/$id'),
  loader: (call) => loadData(call, userQueries.one(call.params.id)),
  component: lazyScreen(() => import('./detail.tsx'), 'UserDetail'),
})

export const usersRoutes = [list, invite, detail] as const
