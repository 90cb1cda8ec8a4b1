import { handle } from '@astrojs/cloudflare/handler'
import { outsideWorld } from '#api/outside.ts'
import { runScheduled } from '#api/services/scheduled.ts'
import { readSettings } from './env.ts'

/** The Worker: pages and API by request, reconciliation and outbox by the minute. */
export default {
  fetch: handle,
  async scheduled(_event: unknown, env: object): Promise<void> {
    await runScheduled(outsideWorld(readSettings(env)))
  },
}
