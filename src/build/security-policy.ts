import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import devIsland from 'astro/runtime/server/astro-island.prebuilt-dev.js'
import { DIRECTIVES } from './directives.ts'
import { staticHeaders } from './static-headers.ts'

/**
 * Makes the framework's Content-Security-Policy fit to be sent with every answer: hashes only for what stands in the
 * pages themselves (files are covered by 'self'), and for prerendered pages and files a `_headers` rule instead of
 * the meta tag that the framework writes.
 */
export function securityPolicy(): AstroIntegration {
  let client: URL
  return {
    name: 'security-policy',
    hooks: {
      'astro:config:done': ({ config }) => {
        client = config.build.client
      },
      'astro:build:ssr': async ({ manifest }) => {
        if (!manifest.csp) throw new Error('The security policy is switched off in astro.config.mjs.')
        const files = await hashesOfFiles(client)
        const unused = manifest.clientDirectives.filter(([name]) => !(name in DIRECTIVES))
        const needless = new Set([
          ...files,
          ...[devIsland, ...unused.map(([, script]) => script)].map(hashOf),
        ])
        const inline = (hash: unknown) => !needless.has(String(hash))
        manifest.csp.scriptHashes = manifest.csp.scriptHashes.filter(inline)
        manifest.csp.scriptDirective.hashes = manifest.csp.scriptDirective.hashes.filter(inline)
      },
      'astro:build:done': async ({ dir }) => {
        const headers = new URL('_headers', dir)
        const before = await readFile(headers, 'utf8').catch(() => '')
        await writeFile(headers, `${before}\n${await staticHeaders(dir)}`)
      },
    },
  }
}

async function hashesOfFiles(folder: URL): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const scripts = names.filter((name) => /\.m?js$/.test(name))
  return Promise.all(
    scripts.map(async (name) => hashOf(await readFile(fileURLToPath(new URL(name, folder)), 'utf8'))),
  )
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
