import type { Plugin } from 'vite'

/**
 * A script that is imported on demand is fetched with what it imports, one after the other. Vite would write lists of that
 * beside each import: they weigh more than they save, as screens are fetched ahead. (The framework drops the setting from
 * the environment's own options.)
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    configEnvironment(name) {
      if (name !== 'client') return null
      return { build: { modulePreload: { resolveDependencies: () => [] } } }
    },
    load: {
      // The part of the build tool that reads the lists.
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
