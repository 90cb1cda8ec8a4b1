import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Connection } from '#local/http.ts'
import { isSameSite } from '#local/page.ts'
import { type CardEntry, formatEntry, readCard } from './cards.ts'
import { type CheckoutView, checkoutPage, closedPage } from './checkout-page.ts'
import { type PayResult, pay } from './pay.ts'
import { StripeProblem } from './problems.ts'
import type { Provider } from './provider.ts'
import { getCheckout, getSession } from './sessions.ts'
import type { Session } from './shapes.ts'

type Env = { Bindings: Connection }

const NOTHING_TYPED: CardEntry = { number: '', expiry: '', cvc: '', name: '' }

/** The hosted payment page: `GET` shows the form, `POST` pays and sends the browser back to the shop. */
export function checkoutRoutes(provider: Provider, afterwards: () => void): Hono<Env> {
  const routes = new Hono<Env>()
  const inTransaction = <T>(work: () => T): T => {
    const result = provider.store.transaction(work)
    afterwards()
    return result
  }

  routes.get('/c/pay/:id', (context) => {
    const session = inTransaction(() => getSession(provider, context.req.param('id')))
    return session.status === 'open' ? showForm(context, provider, session) : showClosed(context, session)
  })

  routes.post('/c/pay/:id', async (context) => {
    if (!isSameSite(context.req.raw)) return context.text('This form belongs to another site.', 403)
    const id = context.req.param('id')
    const body = await context.req.formData()
    const typed = (name: string): string => String(body.get(name) ?? '')
    const form = typed('form') || randomUUID()
    const entry = formatEntry({
      number: typed('number'),
      expiry: typed('expiry'),
      cvc: typed('cvc'),
      name: typed('name'),
    })
    const session = inTransaction(() => getSession(provider, id))
    const read = readCard(entry, provider.now())
    if (session.status === 'open' && 'errors' in read)
      return showForm(context, provider, session, { form, entry, errors: read.errors })
    if (!('card' in read)) return showClosed(context, session)
    const result = inTransaction(() => pay(provider, id, read.card, form))
    if (result.kind === 'declined')
      return showForm(context, provider, session, { form, entry, declined: result.message })
    return backToShop(context, result)
  })

  routes.onError((error, context) => {
    if (error instanceof StripeProblem) return context.html(closedPage('unknown', null), 404)
    throw error
  })
  return routes
}

/** The success address with the session's id in it. */
function successUrl(session: Session): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** A double click has the result of a single one; later requests see that it is paid. */
function backToShop(
  context: Context<Env>,
  result: Exclude<PayResult, { kind: 'declined' }>,
): Response | Promise<Response> {
  const mine = result.kind === 'done' || result.bySameForm
  return mine ? context.redirect(successUrl(result.session), 303) : showClosed(context, result.session)
}

function showForm(
  context: Context<Env>,
  provider: Provider,
  session: Session,
  changes: Partial<CheckoutView> = {},
): Response | Promise<Response> {
  const checkout = getCheckout(provider, session.id)
  const fresh = { form: randomUUID(), entry: NOTHING_TYPED, errors: {}, declined: null }
  const view: CheckoutView = { session, checkout, ...fresh, ...changes }
  context.header('cache-control', 'no-store')
  return context.html(checkoutPage(view))
}

function showClosed(context: Context<Env>, session: Session): Response | Promise<Response> {
  const complete = session.status === 'complete'
  const backTo = complete ? successUrl(session) : session.cancel_url
  context.header('cache-control', 'no-store')
  return context.html(closedPage(complete ? 'complete' : 'expired', backTo))
}
