import { WorkerEntrypoint } from 'cloudflare:workers'
import { Edge } from './edge.ts'

// The local edge as a Worker of its own: every request passes it on its way to the shop (local/serve.ts).

type Env = { SHOP: { fetch(request: Request): Promise<Response> } }
type Context = { waitUntil(work: Promise<unknown>): void }

let edge: Edge | undefined

export default {
  async fetch(request: Request, env: Env, context: Context): Promise<Response> {
    edge ??= new Edge((asked) => env.SHOP.fetch(asked))
    const answer = await edge.fetch(request, (work) => context.waitUntil(work))
    const dated = new Response(answer.body, answer)
    // Cloudflare says of every answer when it was given.
    dated.headers.set('date', new Date().toUTCString())
    return dated
  },
}

/** Stands in the place of Workers' own `cache`: nothing but the shop reaches it. */
export class LocalCache extends WorkerEntrypoint {
  async purge({ tags }: { tags: string[] }): Promise<void> {
    edge?.purge(tags)
  }
}
