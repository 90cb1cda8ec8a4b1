import type { Env, Handler, Hono, Schema } from 'hono'
import { AppError } from '#api/errors.ts'

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

/**
 * The catch-all of an app, registered last: it says which methods an address takes, and that there is nothing where no method is.
 * @throws AppError `not_found`, `method_not_allowed`
 */
export function methodRefusal<E extends Env, S extends Schema, Base extends string>(
  app: Hono<E, S, Base>,
): Handler {
  return (c) => {
    const allowed = allowedMethods(app, c.req.path)
    if (allowed.length === 0) throw new AppError('not_found')
    c.header('allow', allowed.join(', '))
    if (c.req.method === 'OPTIONS') return c.body(null, 204)
    throw new AppError('method_not_allowed')
  }
}
