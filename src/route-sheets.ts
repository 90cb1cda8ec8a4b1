import type { SSRManifest } from 'astro'

type Routes = SSRManifest['routes']

const known = new Map<string, Promise<ReadonlySet<string>>>()

/**
 * The style sheets that stand only in pages of other routes, as a security policy names them. The framework allows
 * every page all sheets of the site, at 54 of the 14,600 bytes that come at once for each.
 * @param route the pattern of the route that answers; of one that is not known, nothing is foreign
 */
export function foreignSheets(routes: Routes, route: string): Promise<ReadonlySet<string>> {
  const found = known.get(route) ?? find(routes, route)
  known.set(route, found)
  return found
}

async function find(routes: Routes, route: string): Promise<ReadonlySet<string>> {
  const own = routes.find(({ routeData }) => routeData.route === route)
  if (!own) return new Set()
  const [all, kept] = await Promise.all([hashesOf(routes), hashesOf([own])])
  return new Set(all.filter((hash) => !kept.includes(hash)))
}

function hashesOf(routes: Routes): Promise<string[]> {
  const sheets = routes.flatMap(({ styles }) => styles)
  return Promise.all(sheets.flatMap((sheet) => (sheet.type === 'inline' ? hashOf(sheet.content) : [])))
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
