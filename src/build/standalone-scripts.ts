import type { Plugin } from 'vite'

const MARK = '?standalone'

/**
 * A module that is imported as `…?standalone` gets its own copies of all that it imports. So a page's small script imports
 * no chunk and can be inlined, although other scripts use its modules, too.
 */
export function standaloneScripts(): Plugin {
  return {
    name: 'standalone-scripts',
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
