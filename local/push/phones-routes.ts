import type { Hono } from 'hono'
import * as z from 'zod'
import { faultSchema } from '#local/faults.ts'
import type { Connection } from '#local/http.ts'
import { operatorRoutes, readForm } from '#local/page.ts'
import { OPERATIONS, PUSH_FAULT_KINDS, type PushFaults } from './api.ts'
import type { Phone, Phones } from './phones.ts'
import { phonesPage } from './phones-page.ts'

const SHOWN = 20
const MOST = 10_000

const newPhone = z.object({
  name: z.string().trim().min(1).max(60).default('Phone'),
  applicationServerKey: z.string().nullable().default(null),
})

/**
 * The phones for people, and the same for tests: `POST /subscriptions` takes the place of the browser, which would ask its push
 * service, and answers what `PushSubscription.toJSON()` would say.
 * @param origin of this service, once it listens
 */
export function phonesRoutes(
  phones: Phones,
  faults: PushFaults,
  origin: () => string,
): Hono<{ Bindings: Connection }> {
  const routes = operatorRoutes()
  const subscriptionOf = ({ id }: Phone) => {
    const { publicKey: p256dh, auth } = phones.keysOf(id)
    return { endpoint: `${origin()}/push/${id}`, expirationTime: null, keys: { p256dh, auth } }
  }

  routes.get('/', (context) => {
    const shown = phones.list().map((phone) => ({
      ...phone,
      subscription: subscriptionOf(phone),
      rings: phones.rings(SHOWN, phone.id),
    }))
    return context.html(phonesPage(shown, faults.current))
  })

  routes.post('/subscriptions', async (context) => {
    const { isForm, body } = await readForm(context.req.raw)
    const { name, applicationServerKey } = newPhone.parse(body)
    const phone = phones.add(name, applicationServerKey)
    return isForm
      ? context.redirect('/', 303)
      : context.json({ id: phone.id, ...subscriptionOf(phone) }, 201, {
          location: `/subscriptions/${phone.id}`,
        })
  })
  routes.delete('/subscriptions/:id', (context) =>
    phones.remove(context.req.param('id'))
      ? context.body(null, 204)
      : context.text('There is no such subscription.', 404),
  )
  routes.post('/_local/phones/:id/remove', (context) => {
    phones.remove(context.req.param('id'))
    return context.redirect('/', 303)
  })

  routes.get('/_local/rings', (context) => context.json(phones.rings(MOST, context.req.query('phone'))))
  routes.post('/_local/clear', (context) => {
    phones.clear()
    return context.redirect('/', 303)
  })
  routes.post('/_local/fault', async (context) => {
    const { isForm, body } = await readForm(context.req.raw)
    faults.set(faultSchema(OPERATIONS, PUSH_FAULT_KINDS).parse(body))
    return isForm ? context.redirect('/', 303) : context.json(faults.current)
  })
  return routes
}
