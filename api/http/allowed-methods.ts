import type { Env, Hono, Schema } from 'hono'

/**
 * The methods of the routes at a path, as `Allow` lists them (RFC 9110); empty where there is no route.
 * @param path as the router knows it, below the app's base
 */
export function allowedMethods<E extends Env, S extends Schema, Base extends string>(
  app: Hono<E, S, Base>,
  path: string,
): string[] {
  const methods = new Set(app.routes.map(({ method }) => method).filter((method) => method !== 'ALL'))
  const own = [...methods].filter((method) =>
    // Middleware and the catch-all are for all methods.
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  )
  if (own.length === 0) return []
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()
}
