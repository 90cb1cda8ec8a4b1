import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { checkTexts } from './check.ts'
import { filesOf } from './pictures.ts'
import { report } from './problem.ts'
import { readTexts } from './text-file.ts'

const SETTLED_MS = 100

/**
 * Looks through content/ at the start and whenever it changes. While something has to be mended, that is what every
 * page shows; the pages come back by themselves.
 * @param reload has the texts loaded again
 */
export function watchTexts(
  root: string,
  server: Pick<ViteDevServer, 'middlewares' | 'watcher' | 'ws'>,
  reload: () => Promise<void>,
  say: (message: string) => void,
): void {
  const look = () => {
    const problems = checkTexts(readTexts(root), filesOf(root), 'drafts-shown')
    return problems.length === 0 ? null : report(problems)
  }
  const folder = join(root, 'content/')
  let toMend = look()
  let timer: NodeJS.Timeout | undefined
  const changed = async () => {
    toMend = look()
    if (toMend) say(toMend)
    await reload()
    server.ws.send({ type: 'full-reload' })
  }
  if (toMend) say(toMend)
  server.watcher.add(folder).on('all', (_, path) => {
    if (!path.startsWith(folder)) return
    clearTimeout(timer)
    timer = setTimeout(changed, SETTLED_MS)
  })
  server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (!toMend || !request.headers.accept?.includes('text/html')) return next()
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(page(toMend))
  })
}

function page(message: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>content/ has to be mended</title>
<style>
  body { margin: 0; padding: 2rem; background: #fbf6ef; color: #2a1a1f; }
  pre { max-width: 50rem; margin: 0 auto; font: 1rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
<pre>${text}

This page comes back by itself once that is done.</pre>
<script type="module" src="/@vite/client"></script>
</html>
`
}
