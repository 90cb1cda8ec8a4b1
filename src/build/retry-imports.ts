import type { Plugin } from 'vite'

/**
 * Browsers may remember that a script could not be fetched (Chromium 150 does) and never ask for it again under the same
 * address. The address stands in the message of the failure.
 */
const IMPORT = `let tries = 0
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
      handler: () => IMPORT,
    },
  }
}
