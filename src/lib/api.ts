import type { ErrorBody, Issue, PaidOrder } from '#api/http/error-schema.ts'

/** The way in which calls reach the API. */
export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** A failure that the API reported, in the one error shape. `message` is safe to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly Issue[]
  readonly requestId: string
  readonly paidOrder: PaidOrder | undefined

  constructor(status: number, { error }: ErrorBody) {
    super(error.message)
    this.name = 'ApiError'
    this.status = status
    this.code = error.code
    this.issues = error.issues
    this.requestId = error.requestId
    this.paidOrder = error.paidOrder
  }
}

/** The answer of a call, as far as it is read here. */
export type Reply<T> = { ok: boolean; status: number; json(): Promise<T> }

/**
 * Reads the body of an answer.
 * @throws ApiError for a failure in our words, any other error for one that is not
 */
export async function answerOf<T>(call: Reply<T> | Promise<Reply<T>>): Promise<T> {
  const response = await call
  if (response.ok) return response.json()
  const body: unknown = await response.json()
  // A body of another shape came from a proxy between us: the caller treats it as no answer.
  throw isErrorBody(body) ? new ApiError(response.status, body) : new Error('Unreadable')
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'
}
