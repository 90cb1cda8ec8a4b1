import { createRootRouteWithContext } from '@tanstack/react-router'
import { waitingQuery } from './dashboard/queries.ts'
import { Layout } from './layout.tsx'
import { ScreenMissing } from './screen-states.tsx'
import { type LoaderContext, loadData } from './ui/routing.ts'

/** The route around every screen; loaders find the cache in the context. */
export const root = createRootRouteWithContext<LoaderContext>()({
  component: Layout,
  loader: (call) => loadData(call, waitingQuery),
  // From then on the sidebar reads it.
  staleTime: Number.POSITIVE_INFINITY,
  notFoundComponent: ScreenMissing,
})

/** Where a screen of the back office is. */
export const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

/** The same of a screen whose data depends on all that its address holds. @param read what that is */
export const searchAt = <const Path extends string, Search>(
  path: Path,
  read: (search: Record<string, unknown>) => Search,
) => ({ ...at(path), validateSearch: read, loaderDeps: ({ search }: { search: Search }) => search })
