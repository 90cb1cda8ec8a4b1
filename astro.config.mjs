import cloudflare from '@astrojs/cloudflare'
import { cacheCloudflare } from '@astrojs/cloudflare/cache'
import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { ownDirectives } from './src/build/directives.ts'
import { contentChecks } from './src/build/content-checks/integration.ts'
import { islandStyle } from './src/build/island-style.ts'
import { readingNotes } from './src/build/reading-notes.ts'
import { securityPolicy } from './src/build/security-policy.ts'
import { sharePictures } from './src/build/share-pictures.ts'
import { smallScripts } from './src/build/small-scripts.ts'
import { PAGE_DIRECTIVES } from './src/security-headers.ts'
import { SITE } from './src/site.ts'

export default defineConfig({
  site: SITE.address,
  output: 'static',
  trailingSlash: 'never',
  session: false,
  adapter: cloudflare({ imageService: 'compile' }),
  // Only pages that ask for it are kept at the edge; everything else is told not to be.
  cache: { provider: cacheCloudflare() },
  integrations: [
    contentChecks(),
    react(),
    mdx(),
    readingNotes(),
    ownDirectives(),
    islandStyle(),
    sharePictures(),
    securityPolicy(),
  ],
  security: {
    csp: {
      directives: [...PAGE_DIRECTIVES],
      // React writes style attributes on the server; style elements need their hash all the same.
      styleDirective: { resources: [{ resource: "'unsafe-inline'", kind: 'attribute' }] },
    },
  },
  // No code in our texts, and the highlighter writes style elements.
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'always', format: 'file' },
  prefetch: false,
  devToolbar: { enabled: false },
  vite: {
    plugins: [tailwindcss(), ...smallScripts()],
    // A file is covered by 'self' and fetched once. Inlined, its text and its hash would be in every page's first bytes.
    build: { assetsInlineLimit: (file) => (/page-views|page-script/.test(file) ? false : undefined) },
  },
})
