import { createRoute } from '@tanstack/react-router'
import { at, searchAt } from '#src/admin/root-route.tsx'
import { lazyScreen, listSearch, loadData } from '#src/admin/ui/routing.ts'
import { productQueries } from './queries.ts'

// Data is asked for while the screen itself is on its way; a failure is the screen's to show.

const list = createRoute({
  ...searchAt('/admin/products', listSearch),
  loader: (call) => loadData(call, productQueries.list(call.deps)),
  component: lazyScreen(() => import('./list.tsx'), 'ProductList'),
})

const add = createRoute({
  ...at('/admin/products/new'),
  component: lazyScreen(() => import('./form.tsx'), 'ProductEditor'),
})

const detail = createRoute({
  ...at('/admin/products/$id'),
  loader: (call) => loadData(call, productQueries.one(call.params.id)),
  component: lazyScreen(() => import('./detail.tsx'), 'ProductDetail'),
})

const edit = createRoute({
  ...at('/admin/products/$id/edit'),
  loader: (call) => loadData(call, productQueries.one(call.params.id)),
  component: lazyScreen(() => import('./form.tsx'), 'ProductEditor'),
})

export const productsRoutes = [list, add, detail, edit] as const
