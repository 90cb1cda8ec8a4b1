import type { Plugin } from 'vite'

const MARK = '?back-office'
const START = '/src/admin/start.tsx'
/** Kept by the browser since signing in. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

/**
 * The scripts of the back office get copies of all that they share with the pages of the shop, but for React. A module that
 * both use is a file of its own, so each would load many small ones, and parts of the other.
 */
export function backOfficeCopies(): Plugin {
  return {
    name: 'back-office-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (!importer?.endsWith(START) && !importer?.endsWith(MARK)) return null
      const shared = await this.resolve(source, importer.replace(MARK, ''), { skipSelf: true })
      const isShared = !shared || shared.external || shared.id.startsWith('\0') || REACT.test(shared.id)
      return isShared ? shared : { ...shared, id: shared.id + MARK }
    },
  }
}
