import cloudflare from '@astrojs/cloudflare'
import { cacheCloudflare } from '@astrojs/cloudflare/cache'
import { satteri } from '@astrojs/markdown-satteri'
import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { SITE } from './domain/site.ts'
import { contentChecks } from './src/build/content-checks/integration.ts'
import { pageUtilities } from './src/build/page-utilities.ts'
import { contentPictures } from './src/build/pictures.ts'
import { readingNotesPlugin } from './src/build/reading-notes.ts'
import { backOfficeCopies, islandStyle, retryImports, standaloneScripts } from './src/build/scripts.ts'
import { securityPolicy } from './src/build/security-policy.ts'
import { sharePictures } from './src/build/share-pictures.ts'
import { PAGE_DIRECTIVES } from './src/security-headers.ts'

/**
 * Modules that pages of the purchase share, without the back office's copies, whose names end otherwise. Without these
 * groups /payment loads 16 scripts (74.3 kB) instead of 7 (73.5 kB).
 */
const SHOP_CHUNKS = [
  { name: 'stores', test: /\/node_modules\/(@nanostores\/react|nanostores)\/.*\.js$/ },
  {
    // First, because groups take along what they import: pages behind links of emails need this and nothing more.
    name: 'basics',
    test: /\/src\/lib\/(api|form-data|browser-storage|checkout-draft|kept-form|saved-zip|time-limit)\.ts$|\/domain\/(text|limits|out-of-date|phone|zip)\.ts$/,
  },
  { name: 'calls', test: /\/node_modules\/hono\/.*\.js$|\/src\/lib\/shop-api\.ts$/ },
  {
    name: 'forms',
    test: /\/node_modules\/zod\/.*\.js$|\/src\/(components\/ui\/(field|error-summary)|lib\/(use-form-check|phone-mask))\.tsx?$|\/api\/http\/(field|message)-schema\.ts$|\/domain\/postal-address\.ts$/,
  },
  {
    name: 'shop',
    test: /\/src\/(components\/ui\/(button|toast|hidden-fields|request-id)|lib\/browser-api)\.tsx?$/,
  },
]

const CHUNKS = [
  // A dynamic import needs this. In the back office's file, the delivery step would load all of that.
  { name: 'preload', test: /vite\/preload-helper/ },
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|@astrojs\/react)\// },
  ...SHOP_CHUNKS,
  // Modules that most screens of the back office load are one file. With fewer screens it would bring forms to lists.
  { name: 'office', test: /\?back-office$/, minShareCount: 17 },
]

export default defineConfig({
  site: SITE.address,
  output: 'static',
  trailingSlash: 'never',
  session: false,
  // Each build would look for a free port for a debugger, and fail where another build takes it first.
  adapter: cloudflare({ imageService: 'compile', inspectorPort: false }),
  // Only pages that ask for it are kept at the edge; everything else is told not to be.
  cache: { provider: cacheCloudflare() },
  integrations: [contentChecks(), react(), mdx(), sharePictures(), securityPolicy()],
  security: {
    csp: {
      directives: [...PAGE_DIRECTIVES],
      // React writes style attributes on the server; style elements need their hash all the same.
      styleDirective: { resources: [{ resource: "'unsafe-inline'", kind: 'attribute' }] },
    },
  },
  // No code in our texts, and the highlighter writes style elements.
  markdown: {
    syntaxHighlight: false,
    processor: satteri({ hastPlugins: [readingNotesPlugin] }),
  },
  // Pictures of texts. Their columns are 576 pixels wide (src/build/reading-notes.ts); some screens have twice as many.
  image: { layout: 'constrained', breakpoints: [600, 1200] },
  build: { inlineStylesheets: 'always', format: 'file' },
  prefetch: false,
  devToolbar: { enabled: false },
  vite: {
    plugins: [
      islandStyle(),
      contentPictures(),
      standaloneScripts(),
      backOfficeCopies(),
      retryImports(),
      pageUtilities(),
      tailwindcss(),
    ],
    build: {
      // A page's own small script stands in the page: a request less before the first paint. Everything else stays a file.
      assetsInlineLimit: (file, content) => file.includes('astro_type_script') && content.length < 3000,
      // Schemas that nothing uses are dropped. Without this, every call of zod counts as a side effect.
      rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
    },
    environments: {
      // The development server looks for packages in .tsx before it starts, but not in the code of .astro, where icons are. One
      // found later would be bundled again with all others, and the page that is drawn meanwhile has two copies of React.
      ssr: { optimizeDeps: { exclude: ['lucide-react'] } },
      // The adapter's banner is for the server.
      client: {
        build: { rolldownOptions: { output: { banner: '', codeSplitting: { groups: CHUNKS } } } },
      },
    },
  },
})
