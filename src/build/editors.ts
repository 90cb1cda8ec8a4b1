import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { publicPictures } from './public-pictures.ts'
import { ruleRedirects } from './texts/addresses.ts'
import { articlesOf, checkTexts } from './texts/check.ts'
import { watchTexts } from './texts/dev.ts'
import { filesOf } from './texts/pictures.ts'
import { report } from './texts/problem.ts'
import { readTexts, takeApart } from './texts/text-file.ts'

/**
 * Looks through content/ before the framework does: what has to be mended ends a build with one message for the people
 * who write, and shows in place of every page under `npm run dev`. Leads from the addresses of the rule to the articles' own.
 */
export function editors(): AstroIntegration {
  let root = ''
  return {
    name: 'editors',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        root = fileURLToPath(config.root)
        updateConfig({ redirects: redirects(root) })
        const { options } = config.markdown.processor as { options: { hastPlugins?: unknown[] } }
        options.hastPlugins?.push(publicPictures)
        if (command !== 'build') return
        const problems = checkTexts(readTexts(root), filesOf(root), 'drafts-left-out')
        if (problems.length === 0) return
        // Thrown, it would come with a trace of the framework's insides.
        console.error(`\n${report(problems)}\n`)
        process.exit(1)
      },
      'astro:server:setup': ({ server, refreshContent, logger }) => {
        const reload = async () => refreshContent?.({})
        watchTexts(root, server, reload, (message) => logger.error(`\n\n${message}\n`))
      },
    },
  }
}

function redirects(root: string): Record<string, string> {
  const read = readTexts(root).flatMap(({ path, source }) => {
    const parts = takeApart(source)
    return 'fields' in parts ? [{ file: path, fields: parts.fields }] : []
  })
  return ruleRedirects(articlesOf(read))
}
