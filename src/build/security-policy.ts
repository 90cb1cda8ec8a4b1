import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import devIsland from 'astro/runtime/server/astro-island.prebuilt-dev.js'
import { ISLAND_STYLES } from 'astro/runtime/server/astro-island-styles.js'
import { staticHeaders } from './static-headers.ts'

/** The client directives that our pages use. */
const DIRECTIVES = ['idle', 'load']

/**
 * Makes the framework's Content-Security-Policy fit to be sent with every answer: hashes only for what stands in the
 * pages themselves (files are covered by 'self'), and for prerendered pages `_headers` rules instead of the meta tag
 * that the framework writes.
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
        const unused = manifest.clientDirectives.filter(([name]) => !DIRECTIVES.includes(name))
        const sheets = manifest.routes.map(({ routeData, styles }) => ({
          built: routeData.prerender,
          hashes: styles.flatMap((sheet) => (sheet.type === 'inline' ? hashOf(sheet.content) : [])),
        }))
        const served = new Set(sheets.filter(({ built }) => !built).flatMap(({ hashes }) => hashes))
        const needless = new Set([
          ...files,
          ...[devIsland, ISLAND_STYLES, ...unused.map(([, script]) => script)].map(hashOf),
          // Prerendered pages have their own (static-headers.ts).
          ...sheets.flatMap(({ hashes }) => hashes).filter((hash) => !served.has(hash)),
        ])
        const needed = <Hash>(hashes: readonly Hash[]): Hash[] => [
          ...new Set(hashes.filter((hash) => !needless.has(String(hash)))),
        ]
        const { csp } = manifest
        csp.scriptHashes = needed(csp.scriptHashes)
        csp.scriptDirective.hashes = needed(csp.scriptDirective.hashes)
        csp.styleHashes = needed(csp.styleHashes)
        csp.styleDirective.hashes = needed(csp.styleDirective.hashes)
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
