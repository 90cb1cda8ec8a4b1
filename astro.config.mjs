import cloudflare from '@astrojs/cloudflare'
import { cacheCloudflare } from '@astrojs/cloudflare/cache'
import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

export default defineConfig({
  site: 'https://apologize-better.example',
  output: 'static',
  trailingSlash: 'never',
  session: false,
  adapter: cloudflare({ imageService: 'compile' }),
  // Only pages that ask for it are kept at the edge; everything else is told not to be.
  cache: { provider: cacheCloudflare() },
  integrations: [react(), mdx()],
  build: { inlineStylesheets: 'always', format: 'file' },
  prefetch: false,
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()] },
})
