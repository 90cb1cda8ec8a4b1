export type Status = 400 | 401 | 402 | 404 | 409 | 429 | 500

export interface ProblemBody {
  type: 'invalid_request_error' | 'api_error' | 'card_error' | 'idempotency_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
}

/** A refusal in Stripe's shape. `executed`: the endpoint had begun, so the answer is stored for its idempotency key. */
export class StripeProblem extends Error {
  readonly status: Status
  readonly body: ProblemBody
  readonly executed: boolean

  constructor(status: Status, body: ProblemBody, executed = false) {
    super(body.message)
    this.name = 'StripeProblem'
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body
    this.executed = executed
  }
}

/** The request itself is wrong; nothing began. */
export function invalid(message: string, details: { code?: string; param?: string } = {}): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message, ...details })
}

/** The request is well formed, but cannot be done as things stand. */
export function refused(message: string, details: { code?: string; param?: string } = {}): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message, ...details }, true)
}

export function noSuch(object: string, id: string, param: string): StripeProblem {
  const message = `No such ${object}: '${id}'`
  return new StripeProblem(
    404,
    { type: 'invalid_request_error', code: 'resource_missing', message, param },
    true,
  )
}

/** The answer of an unhealthy provider. */
export function serverFailure(): StripeProblem {
  const message = 'An unknown error occurred (set on purpose on the local payment page).'
  return new StripeProblem(500, { type: 'api_error', message }, true)
}

export function rateLimited(): StripeProblem {
  const message =
    'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.'
  return new StripeProblem(429, { type: 'invalid_request_error', code: 'rate_limit', message })
}
