import type { Hono } from 'hono'
import * as z from 'zod'
import { FAULT_KINDS, type Faults, faultSchema } from '#local/faults.ts'
import type { Connection } from '#local/http.ts'
import { operatorRoutes, readForm } from '#local/page.ts'
import { OPERATIONS, type Operation, type Reporting } from './api.ts'
import type { Phones } from './phones.ts'
import { phonesPage } from './phones-page.ts'
import { E164, REPORTS } from './text.ts'

const SHOWN = 300
const MOST = 10_000

const count = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int().min(0).max(3_600_000).optional(),
)
const inbound = z.object({
  // As people write numbers: the plus sign, or the country's 1, may be missing.
  from: z
    .string()
    .transform((from) => `+1${from.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}`)
    .refine((from) => E164.test(from), 'from: a US number'),
  text: z.string(),
  times: count,
})
const reportingForm = z.object({ report: z.enum(REPORTS), lateMs: count })

/**
 * Everybody's phones for people, and the same for tests under `/_local/`.
 * @param afterwards called when there is an event to be posted
 */
export function phonesRoutes(
  phones: Phones,
  faults: Faults<Operation>,
  reporting: Reporting,
  afterwards: () => void,
): Hono<{ Bindings: Connection }> {
  const routes = operatorRoutes()

  routes.get('/', (context) => {
    const isBlocked = (phone: string) => phones.isBlocked(phone)
    return context.html(phonesPage(phones.list(SHOWN), isBlocked, phones.events(), faults.current, reporting))
  })

  routes.post('/_local/clear', (context) => {
    phones.clear()
    return context.redirect('/', 303)
  })
  routes.get('/_local/events', (context) => context.json(phones.events()))
  routes.get('/_local/texts', (context) => context.json(phones.list(MOST)))
  routes.post('/_local/inbound', async (context) => {
    const { isForm, body } = await readForm(context.req.raw)
    const { from, text, times } = inbound.parse(body)
    const received = phones.receive(from, text, times)
    afterwards()
    return isForm ? context.redirect('/', 303) : context.json(received)
  })
  routes.post('/_local/texts/:id/reports', async (context) => {
    const { isForm, body } = await readForm(context.req.raw)
    const { report, lateMs } = reportingForm.parse(body)
    const isThere = phones.report(context.req.param('id'), report, lateMs)
    if (!isThere) return context.text('No such text.', 404)
    afterwards()
    return isForm ? context.redirect('/', 303) : context.json({ added: true })
  })
  routes.post('/_local/reporting', async (context) => {
    const { isForm, body } = await readForm(context.req.raw)
    const { report, lateMs } = reportingForm.parse(body)
    Object.assign(reporting, { report, lateMs })
    return isForm ? context.redirect('/', 303) : context.json(reporting)
  })
  routes.post('/_local/fault', async (context) => {
    const { isForm, body } = await readForm(context.req.raw)
    faults.set(faultSchema(OPERATIONS, FAULT_KINDS).parse(body))
    return isForm ? context.redirect('/', 303) : context.json(faults.current)
  })
  return routes
}
