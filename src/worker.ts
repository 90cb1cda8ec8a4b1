import { handle } from '@astrojs/cloudflare/handler'
import { productionDeps } from '#api/outside.ts'
import { runScheduled } from '#api/scheduled.ts'
import { readSettings } from './env.ts'
import app from './fetch.ts'

type Env = Parameters<typeof handle>[1]
type Context = Parameters<typeof handle>[2]

/** The Worker: pages and API by request, reconciliation and outbox by the minute. */
export default {
  fetch(request: Request, env: Env, context: Context): Response | Promise<Response> {
    // The framework knows no page there, and would look for a file of that name before it asks us.
    if (new URL(request.url).pathname.startsWith('/api/')) return app.fetch(request)
    return handle(request, env, context)
  },
  async scheduled(_event: unknown, env: object): Promise<void> {
    await runScheduled(productionDeps(readSettings(env)))
  },
}
