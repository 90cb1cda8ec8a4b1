import { type Context, Hono } from 'hono'
import { type Faults, underFault } from '#local/faults.ts'
import type { Connection } from '#local/http.ts'
import type { Phones } from './phones.ts'
import { type Report, readMessage, type TextProblem, textProblem } from './text.ts'

/** The operations that faults can be aimed at. */
export const OPERATIONS = ['send'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Sets how the fate of each text is reported from now on. Kept in memory, as the faults are. */
export type Reporting = { report: Report; lateMs?: number | undefined }

type Env = { Bindings: Connection }
type Answer = { id: string } | TextProblem

const FAILURE = textProblem(500, '10007', 'Unexpected error', 'Set on purpose in the local phones.')
const RATE_LIMITED = textProblem(429, '10011', 'Too many requests')
const WRONG_KEY = textProblem(401, '10009', 'Authentication failed')
const NOT_JSON = textProblem(400, '10015', 'Bad Request', 'The body is not JSON.')

/**
 * The REST API, as Telnyx's (v2). It knows no idempotency key.
 * @param afterwards called when a text may have been accepted
 */
export function textsApi(
  phones: Phones,
  faults: Faults<Operation>,
  reporting: Reporting,
  { apiKey, from }: { apiKey: string; from: string },
  afterwards: () => void,
): Hono<Env> {
  const api = new Hono<Env>()

  api.use('/v2/*', async (context, next) =>
    context.req.header('authorization') === `Bearer ${apiKey}` ? next() : problem(context, WRONG_KEY),
  )

  api.post('/v2/messages', async (context) => {
    const fault = faults.take('send')
    if (fault.kind === 'rate-limit') {
      // `ms` of the fault is how long the caller should wait; default one second.
      context.header('retry-after', String(Math.ceil((fault.ms ?? 1000) / 1000)))
      return problem(context, RATE_LIMITED)
    }
    const body = await context.req.json().catch(() => undefined)
    if (await faults.hangUp(fault, context.env)) return problem(context, FAILURE)
    const send = () => accept(phones, reporting, from, body)
    const answer = underFault<Answer>(fault.kind, send, () => FAILURE)
    afterwards()
    await faults.holdAnswer(fault, context.env)
    if ('code' in answer) return problem(context, answer)
    return context.json({
      data: {
        record_type: 'message',
        direction: 'outbound',
        id: answer.id,
        type: 'SMS',
        to: [{ status: 'queued' }],
        errors: [],
      },
    })
  })

  // `check-settings` asks only whether our number belongs to a profile.
  api.get('/v2/messaging_profiles', (context) =>
    context.json({ data: [{ record_type: 'messaging_profile', id: 'local', enabled: true }] }),
  )
  return api
}

function accept(phones: Phones, { report, lateMs }: Reporting, from: string, body: unknown): Answer {
  if (body === undefined) return NOT_JSON
  const read = readMessage(body, from)
  if ('problem' in read) return read.problem
  const id = phones.accept(read.to, read.text, report, lateMs)
  if (id !== null) return { id }
  const detail = `Messages cannot be sent from '${from}' to '${read.to}' due to an existing block rule.`
  return textProblem(409, '40300', 'Blocked due to STOP message', detail)
}

function problem(context: Context<Env>, { status, code, title, detail }: TextProblem): Response {
  return context.json({ errors: [{ code, title, detail }] }, status)
}
