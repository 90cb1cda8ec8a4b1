import { fileURLToPath } from 'node:url'
import { glob, type Loader } from 'astro/loaders'
import { checkTexts } from './check.ts'
import { filesOf } from './pictures.ts'
import { readTexts, takeApart } from './text-file.ts'

/**
 * Loads the texts of a folder; an entry's id is the name of its file. Left out before they are read, so that nothing
 * of them gets into what is built: drafts, unless they are shown. Where they are, what has to be mended is left out
 * instead, and src/build/editors.ts says so in place of the pages.
 * @param base folder below the project, as content/learn
 * @param showDrafts under `npm run dev`
 */
export function textLoader(base: string, pattern: string, showDrafts: boolean): Loader {
  return {
    name: 'texts',
    load: ({ watcher: _, ...context }) => {
      const root = fileURLToPath(context.config.root)
      const leftOut = (showDrafts ? unfit(root) : drafts(root))
        .filter((path) => path.startsWith(`${base}/`))
        .map((path) => `!${path.slice(base.length + 1)}`)
      // Without the watcher: editors.ts looks at what changed first, then has the texts loaded again.
      return glob({ pattern: [pattern, ...leftOut], base, generateId, retainBody: false }).load(context)
    },
  }
}

function generateId({ entry }: { entry: string }): string {
  return entry.replace(/^.*\//, '').replace(/\.mdx?$/, '')
}

function drafts(root: string): string[] {
  return readTexts(root)
    .filter(({ source }) => {
      const parts = takeApart(source)
      return 'fields' in parts && parts.fields['draft'] === true
    })
    .map(({ path }) => path)
}

function unfit(root: string): string[] {
  return [...new Set(checkTexts(readTexts(root), filesOf(root), 'drafts-shown').map(({ file }) => file))]
}
