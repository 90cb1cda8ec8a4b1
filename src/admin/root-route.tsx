import { createRootRouteWithContext } from '@tanstack/react-router'
import { Layout } from './layout.tsx'
import { ScreenMissing } from './screen-states.tsx'
import type { LoaderContext } from './ui/routing.ts'

/** The route around every screen; loaders find the cache in the context. */
export const root = createRootRouteWithContext<LoaderContext>()({
  component: Layout,
  notFoundComponent: ScreenMissing,
})

/** Where a screen of the back office is. */
export const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })
