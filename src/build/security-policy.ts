import { readFile, writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import island from 'astro/runtime/server/astro-island.prebuilt.js'
import { PRERENDER_NEXT } from '#src/lib/prerender-next.ts'
import { hashesOf, staticHeaders } from './static-headers.ts'

/** The client directive that our pages use. */
const DIRECTIVE = 'idle'

/**
 * Shortens the Content-Security-Policy of pages rendered on demand to the hashes of what Astro writes into them (files
 * are covered by 'self'), and sends the policies of prerendered pages as `_headers` rules instead of meta tags.
 */
export function securityPolicy(): AstroIntegration {
  return {
    name: 'security-policy',
    hooks: {
      'astro:build:ssr': ({ manifest: { csp, clientDirectives, inlinedScripts, routes } }) => {
        if (!csp) throw new Error('The security policy is switched off in astro.config.mjs.')
        const directives = clientDirectives.filter(([name]) => name === DIRECTIVE)
        const sheets = routes
          .filter(({ routeData }) => !routeData.prerender)
          .flatMap(({ styles }) => styles.flatMap((sheet) => (sheet.type === 'inline' ? sheet.content : [])))
        csp.scriptDirective.hashes = hashesOf([
          island,
          PRERENDER_NEXT,
          ...directives.map(([, script]) => script),
          ...inlinedScripts.map(([, script]) => script),
        ])
        csp.styleDirective.hashes = hashesOf(sheets)
      },
      'astro:build:done': async ({ dir }) => {
        const headers = new URL('_headers', dir)
        const before = await readFile(headers, 'utf8').catch(() => '')
        await writeFile(headers, `${before}\n${await staticHeaders(dir)}`)
      },
    },
  }
}
