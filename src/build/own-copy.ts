import type { Plugin } from 'vite'

const MARK = '?own'

/**
 * What is imported as `…?own` gets copies of all it imports for itself. So a small script of a page has nothing to wait
 * for and can stand in the page, although its modules also belong to files that are fetched later.
 */
export function ownCopy(): Plugin {
  return {
    name: 'own-copy',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(MARK) && !importer?.endsWith(MARK)) return null
      const shared = await this.resolve(source.replace(MARK, ''), importer?.replace(MARK, ''), {
        skipSelf: true,
      })
      return shared && shared.id + MARK
    },
  }
}
