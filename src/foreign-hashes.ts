import type { SSRManifest } from 'astro'
import { ONLY_ON } from './build/directives.ts'

/** What is read of the framework's manifest. */
type Built = Pick<SSRManifest, 'routes' | 'clientDirectives'>

const known = new Map<string, Promise<ReadonlySet<string>>>()

/**
 * The hashes, as a security policy names them, of style sheets and of ways to wake an island that stand only in pages
 * of other routes. The framework allows every page those of the whole site, at 54 of the 14,600 bytes that come at once
 * for each.
 * @param route the pattern of the route that answers; of one that is not known, nothing is foreign
 */
export function foreignHashes(built: Built, route: string): Promise<ReadonlySet<string>> {
  const found = known.get(route) ?? find(built, route)
  known.set(route, found)
  return found
}

async function find({ routes, clientDirectives }: Built, route: string): Promise<ReadonlySet<string>> {
  const own = routes.find(({ routeData }) => routeData.route === route)
  if (!own) return new Set()
  const kept = new Set(sheetsOf([own]))
  const sheets = sheetsOf(routes).filter((sheet) => !kept.has(sheet))
  const scripts = Object.entries(ONLY_ON).flatMap(([name, page]) =>
    page === route ? [] : (clientDirectives.get(name) ?? []),
  )
  return new Set(await Promise.all([...sheets, ...scripts].map(hashOf)))
}

function sheetsOf(routes: Built['routes']): string[] {
  const sheets = routes.flatMap(({ styles }) => styles)
  return sheets.flatMap((sheet) => (sheet.type === 'inline' ? sheet.content : []))
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
