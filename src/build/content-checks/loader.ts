import { fileURLToPath } from 'node:url'
import { glob, type Loader } from 'astro/loaders'
import { isDraft, nameOf } from './addresses.ts'
import { contentProblems } from './check-content.ts'
import { readContent } from './content-files.ts'
import { parseFile } from './frontmatter.ts'

/**
 * Astro's glob loader without drafts, so that nothing of them gets into what is built. Under `npm run dev` it loads
 * drafts but no file with a problem: integration.ts shows the problem instead.
 * @param base folder below the project, as content/learn
 */
export function contentLoader(base: string, pattern: string, showDrafts: boolean): Loader {
  return {
    name: 'content-loader',
    // Without the watcher: integration.ts checks what changed first, then reloads.
    load: async ({ watcher: _, ...context }) => {
      const root = fileURLToPath(context.config.root)
      const omitted = showDrafts
        ? (await contentProblems(root, showDrafts)).map(({ file }) => file)
        : readContent(root)
            .map(parseFile)
            .filter(isDraft)
            .map(({ path }) => path)
      const patterns = omitted
        .filter((path) => path.startsWith(`${base}/`))
        .map((path) => `!${path.slice(base.length + 1)}`)
      return glob({
        pattern: [pattern, ...patterns],
        base,
        generateId: ({ entry }) => nameOf(entry),
        retainBody: false,
      }).load(context)
    },
  }
}
