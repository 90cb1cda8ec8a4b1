import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { titleRedirects } from './addresses.ts'
import { contentProblems } from './check-content.ts'
import { readContent, report } from './content-files.ts'
import { parseFile } from './frontmatter.ts'

/** Problems of the files in content/ end a build and take the place of every page under `npm run dev`. */
export function contentChecks(): AstroIntegration {
  let root = ''
  return {
    name: 'content-checks',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        root = fileURLToPath(config.root)
        updateConfig({ redirects: titleRedirects(readContent(root).map(parseFile)) })
        const problems = command === 'build' ? await contentProblems(root, false) : []
        if (problems.length === 0) return
        // Thrown, it would come with a stack trace that says nothing to editors.
        console.error(`\n${report(problems)}\n`)
        process.exit(1)
      },
      'astro:server:setup': ({ server, refreshContent, logger }) => {
        const folder = join(root, 'content/')
        server.watcher.add(folder).on('all', async (_, path) => {
          if (!path.startsWith(folder)) return
          await refreshContent?.({})
          server.ws.send({ type: 'full-reload' })
        })
        server.middlewares.use(async (request, response, next) => {
          try {
            const isPage = request.headers.accept?.includes('text/html')
            const problems = isPage ? await contentProblems(root, true) : []
            if (problems.length === 0) return next()
            const message = report(problems)
            logger.error(`\n\n${message}\n`)
            // The browser asks again until it is mended.
            response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8', refresh: '2' })
            response.end(message)
          } catch (error) {
            next(error)
          }
        })
      },
    },
  }
}
