import type { Hono } from 'hono'
import * as z from 'zod'
import { FAULT_KINDS, type Faults, faultSchema } from '#local/faults.ts'
import type { Connection } from '#local/http.ts'
import { operatorRoutes, readForm } from '#local/page.ts'
import { OPERATIONS, type Operation } from './api.ts'
import { EVENT_TYPES } from './events.ts'
import { framedHtml, inboxPage, messagePage, VIEWS, type View } from './inbox-page.ts'
import type { Mailbox } from './mailbox.ts'

const SHOWN = 100
const MOST = 10_000

const eventForm = z.object({ type: z.enum(EVENT_TYPES) })

/**
 * The inbox for people, and the same for tests under `/_local/`.
 * @param afterwards called when there is an event to be posted
 */
export function inboxRoutes(
  mailbox: Mailbox,
  faults: Faults<Operation>,
  afterwards: () => void,
): Hono<{ Bindings: Connection }> {
  const routes = operatorRoutes()

  routes.get('/', (context) => context.html(inboxPage(mailbox.list(SHOWN), mailbox.count(), faults.current)))

  routes.get('/messages/:id', (context) => {
    const message = mailbox.get(context.req.param('id'))
    const asked = context.req.query('view')
    const view: View =
      asked !== undefined && asked in VIEWS ? (asked as View) : message?.html === undefined ? 'text' : 'wide'
    return message
      ? context.html(messagePage(message, mailbox.eventsOf(message.id), view))
      : context.redirect('/')
  })

  routes.get('/messages/:id/html', (context) => {
    const message = mailbox.get(context.req.param('id'))
    if (message?.html === undefined) return context.text('No such message.', 404)
    // Whatever a message holds, it runs no scripts here.
    context.header('content-security-policy', "script-src 'none'; form-action 'none'; frame-src 'none'")
    return context.html(framedHtml(message.html))
  })

  routes.post('/_local/clear', (context) => {
    mailbox.clear()
    return context.redirect('/', 303)
  })
  routes.get('/_local/events', (context) => context.json(mailbox.events()))
  routes.post('/_local/messages/:id/events', async (context) => {
    const { isForm, body } = await readForm(context.req.raw)
    const id = context.req.param('id')
    if (!mailbox.addEvent(id, eventForm.parse(body).type)) return context.text('No such message.', 404)
    afterwards()
    return isForm ? context.redirect(`/messages/${id}`, 303) : context.json({ added: true })
  })
  routes.get('/_local/messages', (context) => context.json(mailbox.list(MOST)))
  routes.delete('/_local/messages', (context) => {
    mailbox.clear()
    return context.json({ cleared: true })
  })
  routes.post('/_local/fault', async (context) => {
    const { isForm, body } = await readForm(context.req.raw)
    faults.set(faultSchema(OPERATIONS, FAULT_KINDS).parse(body))
    return isForm ? context.redirect('/', 303) : context.json(faults.current)
  })
  return routes
}
