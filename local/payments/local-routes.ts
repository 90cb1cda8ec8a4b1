import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as z from 'zod'
import { FAULT_KINDS, type Faults, faultSchema } from '#local/faults.ts'
import type { Connection } from '#local/http.ts'
import { isSameSite } from '#local/page.ts'
import { formatEntry, readCard } from './cards.ts'
import { BY_HAND, type Deliveries } from './deliveries.ts'
import { answerDispute, closeDispute, escalateDispute, openDispute } from './disputes.ts'
import { OPERATIONS, type Operation } from './endpoints.ts'
import { operatorPage } from './operator-page.ts'
import { finishDelayed, pay } from './pay.ts'
import { refused, StripeProblem } from './problems.ts'
import type { Provider } from './provider.ts'
import { finishRefund } from './refunds.ts'
import { expireSession, getSession } from './sessions.ts'
import { readState } from './state.ts'

type Env = { Bindings: Connection }

const switchSchema = z.object({
  enabled: z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]),
})
const cardSchema = z.object({
  card: z.string(),
  expiry: z.string().default('12/34'),
  cvc: z.string().default('123'),
  name: z.string().default('Test Person'),
})

/** The operator page and its knobs. Each knob takes a form (and goes back to the page) or JSON (and answers JSON). */
export function localRoutes(
  provider: Provider,
  deliveries: Deliveries,
  faults: Faults<Operation>,
): Hono<Env> {
  const routes = new Hono<Env>()
  const act = <T>(work: () => T): T => {
    const result = provider.store.transaction(work)
    deliveries.wake()
    return result
  }
  const knob = (path: string, work: (context: Context<Env>, body: unknown) => object): void => {
    routes.post(path, async (context) => {
      if (!isSameSite(context.req.raw))
        throw new HTTPException(403, { message: 'This form belongs to another site.' })
      const isForm =
        context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
      const text = await context.req.text()
      const body: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}')
      const answer = work(context, body)
      return isForm ? context.redirect('/', 303) : context.json(answer)
    })
  }

  routes.get('/', (context) => context.html(operatorPage(readState(provider, deliveries, faults, 50))))
  routes.get('/_local/state', (context) => {
    const limit = z.coerce.number().int().min(1).max(10_000).catch(200).parse(context.req.query('limit'))
    return context.json(readState(provider, deliveries, faults, limit))
  })

  knob('/_local/fault', (_, body) => {
    faults.set(faultSchema(OPERATIONS, FAULT_KINDS).parse(body))
    return faults.current
  })
  knob('/_local/webhooks', (_, body) => {
    deliveries.setEnabled(switchSchema.parse(body).enabled)
    return { enabled: deliveries.enabled }
  })
  knob('/_local/events/:id/:what', (context) => {
    const { id = '', what } = context.req.param()
    const known = BY_HAND.find((name) => name === what)
    if (!known || !deliveries.byHand(id, known)) throw new HTTPException(404, { message: 'No such event.' })
    return { ...deliveries.get(id) }
  })
  knob('/_local/sessions/:id/expire', (context) => act(() => expireSession(provider, idOf(context), null)))
  knob('/_local/sessions/:id/succeed', (context) => act(() => finishDelayed(provider, idOf(context), true)))
  knob('/_local/sessions/:id/fail', (context) => act(() => finishDelayed(provider, idOf(context), false)))
  knob('/_local/refunds/:id/succeed', (context) => act(() => finishRefund(provider, idOf(context), true)))
  knob('/_local/refunds/:id/fail', (context) => act(() => finishRefund(provider, idOf(context), false)))
  knob('/_local/charges/:id/dispute', (context) =>
    act(() => openDispute(provider, idOf(context), 'needs_response')),
  )
  knob('/_local/charges/:id/enquiry', (context) =>
    act(() => openDispute(provider, idOf(context), 'warning_needs_response')),
  )
  knob('/_local/disputes/:id/escalate', (context) => act(() => escalateDispute(provider, idOf(context))))
  knob('/_local/disputes/:id/answer', (context) => act(() => answerDispute(provider, idOf(context))))
  knob('/_local/disputes/:id/win', (context) => act(() => closeDispute(provider, idOf(context), 'won')))
  knob('/_local/disputes/:id/lose', (context) => act(() => closeDispute(provider, idOf(context), 'lost')))
  knob('/_local/sessions/:id/pay', (context, body) => {
    const { card: number, ...rest } = cardSchema.parse(body)
    const read = readCard(formatEntry({ number, ...rest }), provider.now())
    if ('errors' in read) throw new HTTPException(400, { message: JSON.stringify(read.errors) })
    const result = act(() => pay(provider, idOf(context), read.card, randomUUID()))
    if (result.kind === 'done') return getSession(provider, idOf(context))
    if (result.kind === 'closed')
      throw refused(`This Checkout Session has a status of \`${result.session.status}\`.`)
    const { message, declineCode } = result
    throw new StripeProblem(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: declineCode,
      message,
    })
  })

  routes.onError((error, context) => {
    if (error instanceof StripeProblem) return context.json({ error: error.body }, error.status)
    if (error instanceof HTTPException)
      return context.json({ error: { message: error.message } }, error.status)
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return context.json({ error: { message: error.message } }, 400)
    throw error
  })
  return routes
}

function idOf(context: Context<Env>): string {
  return context.req.param('id') ?? ''
}
