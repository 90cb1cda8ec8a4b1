import type { Plugin } from 'vite'

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
