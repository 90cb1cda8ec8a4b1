import { handle } from '@astrojs/cloudflare/handler'
import { MAX_BODY_BYTES } from '#api/http/request-body.ts'
import { log } from '#api/production-deps.ts'
import { runScheduled } from '#api/scheduled.ts'
import { shopDeps, shopSettings } from '#api/shop-deps.ts'
import app, { isOurs } from './fetch.ts'
import { readRest } from './read-rest.ts'

type Env = Parameters<typeof handle>[1]
type Context = Parameters<typeof handle>[2]

/** The Worker: pages and API by request, reconciliation and outbox by the minute. */
export default {
  async fetch(request: Request, env: Env, context: Context): Promise<Response> {
    const answer = await (isOurs(request.url) ? app.fetch(request) : handle(request, env, context))
    // A call that took too long goes on, and may still read it.
    if (answer.status < 500) await readRest(request, MAX_BODY_BYTES)
    return answer
  },
  async scheduled(): Promise<void> {
    const deps = shopDeps()
    if (deps) await runScheduled(deps)
    else log('error', 'settings_wrong', { job: 'scheduled', settings: shopSettings().faults })
  },
}
