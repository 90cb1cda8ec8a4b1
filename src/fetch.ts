import { env } from 'cloudflare:workers'
import { astro, getFetchState } from 'astro/hono'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { createApp } from '#api/app.ts'
import { outsideWorld } from '#api/outside.ts'
import { readSettings } from './env.ts'
import { createShopApi } from './lib/api.ts'

// One Hono app for every request: security headers, the API, then the pages.
const app = new Hono()

app.use(
  secureHeaders({
    strictTransportSecurity: 'max-age=63072000; includeSubDomains; preload',
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
    // A page may be stricter: the confirmation sends no referrer at all.
    overwrite: false,
  }),
)
app.all('/api/*', (c) => api().fetch(c.req.raw))
app.use(async (c, next) => {
  const { locals } = getFetchState(c)
  // Pages call the API inside the Worker, in the shopper's name: limits count the shopper's address.
  const address = c.req.header('cf-connecting-ip')
  locals.api = createShopApi('http://shop.internal', async (input, init) => {
    const request = new Request(input, init)
    if (address) request.headers.set('cf-connecting-ip', address)
    return api().fetch(request)
  })
  locals.now = new Date()
  await next()
})
app.use(astro())

export default app

let made: ReturnType<typeof createApp> | undefined

/** Made at the first call that needs it: pages that are rendered at build time have no settings. */
function api(): ReturnType<typeof createApp> {
  made ??= createApp(outsideWorld(readSettings(env)))
  return made
}
