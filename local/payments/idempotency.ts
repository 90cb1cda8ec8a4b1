import { canonicalText, type FormTree } from './form.ts'
import { invalid, StripeProblem } from './problems.ts'
import { type Provider, seconds } from './provider.ts'

const KEPT_SECONDS = 24 * 60 * 60
const LONGEST_KEY = 255

/** The answer to a call, kept for the next one with the same key. */
export interface Answer {
  status: number
  body: string
  requestId: string
}

/** Remembers for 24 hours what the calls with an `Idempotency-Key` were answered with. */
export class IdempotencyKeys {
  readonly #provider: Provider
  readonly #inUse = new Set<string>()

  constructor(provider: Provider) {
    this.#provider = provider
  }

  /**
   * Takes the key for one call: the caller must `release` it when the answer is out. Answers what is to be replayed,
   * null when the call is to be made. Throws StripeProblem when the key is too long, in use (409), or was used with other
   * parameters or elsewhere (400).
   */
  take(key: string, path: string, params: FormTree): Answer | null {
    if (key.length > LONGEST_KEY)
      throw invalid(`Idempotency keys can only be up to ${LONGEST_KEY} characters long.`)
    if (this.#inUse.has(key)) throw inUse(key)
    const kept = this.#find(key)
    if (kept && kept.path !== path)
      throw mismatch(`for the same endpoint they were first used for ('${path}' vs '${kept.path}')`, key)
    if (kept && kept.params !== canonicalText(params))
      throw mismatch('with the same parameters they were first used with', key)
    this.#inUse.add(key)
    return kept ? { status: kept.status, body: kept.body, requestId: kept.request_id } : null
  }

  release(key: string): void {
    this.#inUse.delete(key)
  }

  keep(key: string, path: string, params: FormTree, answer: Answer): void {
    const { database } = this.#provider.store
    const now = seconds(this.#provider)
    database.prepare('delete from idempotency where created <= ?').run(now - KEPT_SECONDS)
    database
      .prepare(
        'insert into idempotency (key, path, params, status, body, request_id, created) values (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(key, path, canonicalText(params), answer.status, answer.body, answer.requestId, now)
  }

  #find(key: string): Kept | undefined {
    return this.#provider.store.database
      .prepare('select path, params, status, body, request_id from idempotency where key = ? and created > ?')
      .get(key, seconds(this.#provider) - KEPT_SECONDS) as Kept | undefined
  }
}

interface Kept {
  path: string
  params: string
  status: number
  body: string
  request_id: string
}

function mismatch(how: string, key: string): StripeProblem {
  const message = `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeProblem(400, { type: 'idempotency_error', message })
}

function inUse(key: string): StripeProblem {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
  return new StripeProblem(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message })
}
