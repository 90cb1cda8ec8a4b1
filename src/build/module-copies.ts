import type { Plugin } from 'vite'

const START = '/src/admin/start.tsx'
const STANDALONE = '?standalone'
/** Kept by the browser since signing in. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

/** Copies of modules and of all that they import. @param begins true for what is imported first */
function copies(mark: string, begins: (source: string, importer: string | undefined) => boolean) {
  return {
    name: `copies${mark}`,
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!begins(source, importer) && !importer?.endsWith(mark)) return null
      const shared = await this.resolve(source.replace(mark, ''), importer?.replace(mark, ''), {
        skipSelf: true,
      })
      const isShared = !shared || shared.external || shared.id.startsWith('\0') || REACT.test(shared.id)
      return isShared ? shared : { ...shared, id: shared.id + mark }
    },
  } satisfies Plugin
}

/**
 * A module that is imported as `…?standalone` gets its own copies of all that it imports. So a page's small script imports
 * no chunk and can be inlined, although other scripts use its modules, too.
 */
export const standaloneScripts = (): Plugin => copies(STANDALONE, (source) => source.endsWith(STANDALONE))

/**
 * The scripts of the back office get copies of all that they share with the pages of the shop, but for React. A module that
 * both use is a file of its own, so each would load many small ones, and parts of the other.
 */
export const backOfficeCopies = (): Plugin => ({
  ...copies('?back-office', (_, importer) => importer?.endsWith(START) ?? false),
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
})
