import { type Context, Hono } from 'hono'
import { type Faults, underFault } from '#local/faults.ts'
import type { Connection } from '#local/http.ts'
import { type MailProblem, mailProblem, readEmail } from './email.ts'
import type { Mailbox } from './mailbox.ts'

/** The operations that faults can be aimed at. */
export const OPERATIONS = ['send'] as const
export type Operation = (typeof OPERATIONS)[number]

type Env = { Bindings: Connection }
type Answer = { id: string } | MailProblem

const LONGEST_KEY = 256
const FAILURE = mailProblem(
  500,
  'internal_server_error',
  'Something went wrong (set on purpose in the local inbox).',
)
const RATE_LIMITED = mailProblem(
  429,
  'rate_limit_exceeded',
  'Too many requests. Please limit the number of requests per second.',
)
const MISSING_API_KEY = mailProblem(401, 'missing_api_key', 'Missing API Key')
const WRONG_API_KEY = mailProblem(403, 'invalid_api_key', 'API key is invalid')
const NO_USER_AGENT = mailProblem(403, 'missing_user_agent', 'error code: 1010 (no User-Agent)')
const NOT_JSON = mailProblem(422, 'validation_error', 'The body is not JSON.')
const INVALID_KEY = mailProblem(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
const OTHER_PAYLOAD = mailProblem(
  409,
  'invalid_idempotent_request',
  'Same idempotency key used with a different request payload.',
)
const CONCURRENT = mailProblem(
  409,
  'concurrent_idempotent_requests',
  'Same idempotency key used while original request is still in progress.',
)

/**
 * The REST API, as Resend's.
 * @param domain the one that mail may come from
 * @param afterwards called when a message may have been accepted
 */
export function mailApi(
  mailbox: Mailbox,
  faults: Faults<Operation>,
  { apiKey, domain }: { apiKey: string; domain: string },
  afterwards: () => void,
): Hono<Env> {
  const api = new Hono<Env>()
  const underway = new Set<string>()

  for (const path of ['/emails', '/domains']) {
    api.use(path, async (context, next) => {
      const refusal = refuseCaller(context, apiKey)
      return refusal ? problem(context, refusal) : next()
    })
  }

  api.post('/emails', async (context) => {
    const key = context.req.header('idempotency-key') ?? null
    if (key !== null && (key.length < 1 || key.length > LONGEST_KEY)) return problem(context, INVALID_KEY)
    if (key !== null && underway.has(key)) return problem(context, CONCURRENT)
    if (key !== null) underway.add(key)
    try {
      const fault = faults.take('send')
      if (fault.kind === 'rate-limit') {
        // `ms` of the fault is how long the caller should wait; default one second.
        context.header('retry-after', String(Math.ceil((fault.ms ?? 1000) / 1000)))
        return problem(context, RATE_LIMITED)
      }
      const text = await context.req.text()
      if (await faults.hangUp(fault, context.env)) return problem(context, FAILURE)
      const answer = underFault<Answer>(
        fault.kind,
        () => send(mailbox, text, key),
        () => FAILURE,
      )
      afterwards()
      await faults.holdAnswer(fault, context.env)
      return 'id' in answer ? context.json(answer) : problem(context, answer)
    } finally {
      if (key !== null) underway.delete(key)
    }
  })

  api.get('/domains', (context) =>
    context.json({
      object: 'list',
      has_more: false,
      data: [{ id: 'local', name: domain, status: 'verified', region: 'us-east-1' }],
    }),
  )

  return api
}

function send(mailbox: Mailbox, text: string, key: string | null): Answer {
  const body = parseJson(text)
  if (body === undefined) return NOT_JSON
  const read = readEmail(body)
  if ('problem' in read) return read.problem
  const id = mailbox.accept(read.email, key, JSON.stringify(read.email))
  return id === null ? OTHER_PAYLOAD : { id }
}

function refuseCaller(context: Context<Env>, apiKey: string): MailProblem | null {
  // The real service turns away callers that do not say what they are, and the Workers runtime does not by itself.
  if (!context.req.header('user-agent')) return NO_USER_AGENT
  const authorization = context.req.header('authorization')
  if (!authorization) return MISSING_API_KEY
  return authorization === `Bearer ${apiKey}` ? null : WRONG_API_KEY
}

function problem(context: Context<Env>, body: MailProblem): Response {
  return context.json(body, body.statusCode)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
