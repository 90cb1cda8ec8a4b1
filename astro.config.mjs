import cloudflare from '@astrojs/cloudflare'
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
  integrations: [react(), mdx()],
  build: { inlineStylesheets: 'always', format: 'file' },
  prefetch: false,
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()] },
})
