import type { Plugin } from 'vite'

const START = '/src/admin/start.tsx'
/** The second is for a page that has what another page has, too: what two pages import alike is a chunk of its own. */
const STANDALONE = ['?standalone', '?standalone-prepared']
/** Kept by the browser since signing in. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

/**
 * Copies of modules and of all that they import.
 * @param begins true for what is imported first
 * @param imported what the build is told of all that they import
 */
function copies(
  mark: string,
  begins: (source: string, importer: string | undefined) => boolean,
  imported: { moduleSideEffects?: boolean } = {},
) {
  return {
    name: `copies${mark}`,
    enforce: 'pre',
    async resolveId(source, importer) {
      const isFirst = begins(source, importer)
      if (!isFirst && !importer?.endsWith(mark)) return null
      const shared = await this.resolve(source.replace(mark, ''), importer?.replace(mark, ''), {
        skipSelf: true,
      })
      const isShared = !shared || shared.external || shared.id.startsWith('\0') || REACT.test(shared.id)
      return isShared ? shared : { ...shared, ...(!isFirst && imported), id: shared.id + mark }
    },
  } satisfies Plugin
}

/**
 * A module that is imported as `…?standalone` gets its own copies of all that it imports. So a page's small script imports
 * no chunk and can be inlined, although other scripts use its modules, too. It imports names only: a module of which it uses
 * none is left out whole, with the patterns and lists that the module makes for others.
 */
export const standaloneScripts = (): Plugin[] =>
  STANDALONE.map((mark) => copies(mark, (source) => source.endsWith(mark), { moduleSideEffects: false }))

/**
 * The scripts of the back office get copies of all that they share with the pages of the shop, but for React. A module that
 * both use is a file of its own, so each would load many small ones, and parts of the other.
 */
export const backOfficeCopies = (): Plugin => ({
  ...copies('?back-office', (_, importer) => importer?.endsWith(START) ?? false),
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
})

/**
 * Browsers may remember that a script could not be fetched (Chromium 150 does) and never ask for it again under the same
 * address. The address stands in the message of the failure.
 */
const RETRYING_IMPORT = `let tries = 0
export const __vitePreload = (load) => load().catch((error) => {
  const [url] = /http\\S+\\.js/.exec(error) ?? []
  if (!url) throw error
  return import(/* @vite-ignore */ url + '?' + ++tries)
})`

/**
 * A script that is imported on demand is fetched with what it imports, one after the other. Vite would write lists of that
 * beside each import: they weigh more than they save, as screens are fetched ahead. (The framework drops the setting from
 * the environment's own options.)
 */
export function retryImports(): Plugin {
  return {
    name: 'retry-imports',
    apply: 'build',
    enforce: 'pre',
    configEnvironment(name) {
      if (name !== 'client') return null
      return { build: { modulePreload: { resolveDependencies: () => [] } } }
    },
    load: {
      // The part of the build tool that reads the lists.
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => RETRYING_IMPORT,
    },
  }
}

const STYLE_ELEMENT = '<style>$' + '{ISLAND_STYLES}</style>'

/**
 * Takes the `style` element out that the framework writes before the first island of a page, in the body, where HTML
 * does not allow it. The sheets have its rule (src/styles/parts/forms.css).
 */
export function islandStyle(): Plugin {
  return {
    name: 'island-style',
    transform: {
      filter: { id: /\/astro\/dist\/runtime\/server\/scripts\.js$/ },
      handler(code) {
        if (!code.includes(STYLE_ELEMENT))
          throw new Error('The framework writes the islands’ style elsewhere now.')
        return { code: code.replace(STYLE_ELEMENT, ''), map: null }
      },
    },
  }
}
