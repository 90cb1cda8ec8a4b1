import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const IMPORT =
  /(?:from|import|import\() ?'((?:#src|\.{1,2})\/[^']+\.(?:astro|tsx?))(?:\?standalone[a-z-]*)?'/g
const ALL_SOURCES = '@source "..";'

/**
 * In a build, the sheet that a storefront page imports has only the utilities of the files which make up that page. The
 * utilities of all pages in one sheet would be half of each page's weight.
 */
export function pageUtilities(): Plugin {
  let root = ''
  return {
    name: 'page-utilities',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    async resolveId(source, importer) {
      if (!source.startsWith('#src/styles/') || !importer?.startsWith(join(root, 'src/pages/'))) return null
      const sheet = await this.resolve(source, importer, { skipSelf: true })
      return sheet && `${sheet.id}?page=${relative(root, importer)}`
    },
    transform(code, id) {
      const [sheet = '', page] = id.split('?page=')
      if (!page || !code.includes(ALL_SOURCES)) return null
      const files = [...filesOfPage(root, page)].map((file) => relative(dirname(sheet), join(root, file)))
      // Brackets in a file's name would be a pattern.
      const sources = files.map((file) => `@source "${file.replace(/[[\]]/g, '?')}";`)
      return { code: code.replace(ALL_SOURCES, sources.join('\n')), map: null }
    },
  }
}

/** A page and the files of `src` that it imports, directly or not, now or later. */
export function filesOfPage(root: string, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
    filesOfPage(root, path.startsWith('#') ? path.slice(1) : join(dirname(file), path), found)
  }
  return found
}
