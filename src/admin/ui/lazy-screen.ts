import { lazyRouteComponent } from '@tanstack/react-router'
import { reachShop } from '#src/admin/client/api.ts'

/**
 * A screen that is loaded when it is opened. The router reloads the page for a file that a newer version has replaced;
 * without a connection that would leave the browser's own page, so then the failure is another one, shown in the app.
 */
export function lazyScreen<Screens extends Record<string, unknown>, Name extends keyof Screens>(
  load: () => Promise<Screens>,
  name: Name,
) {
  const loadOnline = () =>
    load().catch(async (error: unknown) => {
      await reachShop()
      throw error
    })
  return lazyRouteComponent(loadOnline, name)
}
