import { handle } from '@astrojs/cloudflare/handler'
import { log } from '#api/production-deps.ts'
import { runScheduled } from '#api/scheduled.ts'
import { shopDeps, shopSettings } from '#api/shop-deps.ts'
import app from './fetch.ts'

type Env = Parameters<typeof handle>[1]
type Context = Parameters<typeof handle>[2]

/** The Worker: pages and API by request, reconciliation and outbox by the minute. */
export default {
  fetch(request: Request, env: Env, context: Context): Response | Promise<Response> {
    // The framework knows no page there, and would look for a file of that name before it asks us.
    if (/^\/(api|pictures)\//.test(new URL(request.url).pathname)) return app.fetch(request)
    return handle(request, env, context)
  },
  async scheduled(): Promise<void> {
    const deps = shopDeps()
    if (deps) await runScheduled(deps)
    else log('error', 'settings_wrong', { job: 'scheduled', settings: shopSettings().faults })
  },
}
