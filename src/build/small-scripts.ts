import type { Plugin } from 'vite'

const COPY = '?shop'
const SHOPPERS = /\/src\/storefront\/(checkout|waitlist)\//
const RULES = /\/api\/[^?]*schema\.ts$|\/node_modules\/zod\//

/** What makes the scripts of the shop smaller: a step of the purchase may bring 76 kB. */
export function smallScripts(): Plugin[] {
  return [ownRules(), noBanner()]
}

/**
 * Gives the forms of the shop a copy of their own of the contracts they check by, and of zod. What two parts of the site
 * share comes in one file, and would bring to the checkout all of zod that the back office uses: 3 kB.
 */
function ownRules(): Plugin {
  return {
    name: 'own-rules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (!importer) return null
      const copied = importer.endsWith(COPY)
      if (!copied && !(SHOPPERS.test(importer) && source.endsWith('schema.ts'))) return null
      const from = copied ? importer.slice(0, -COPY.length) : importer
      const found = await this.resolve(source, from, { ...options, skipSelf: true })
      return found && RULES.test(found.id) ? { ...found, id: found.id + COPY } : found
    },
  }
}

/** The adapter puts a line for the server's `process` before each file, the browser's ones too: 20 bytes of twenty files. */
function noBanner(): Plugin {
  return {
    name: 'no-banner',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    outputOptions: (options) => ({ ...options, banner: '' }),
  }
}
