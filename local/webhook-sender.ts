const MOST_AT_ONCE = 10

export type Posting = { url: string; headers: Record<string, string>; body: string; timeoutMs: number }
/** The result of an attempt: `status` of the answer, else the `error` that kept it away. */
export type Attempt = { ok: boolean; status: number | null; error: string | null }

/** Posts what waits in a stand-in's file to a webhook, until it was taken. What is waiting survives a restart. */
export abstract class WebhookSender<Item> {
  readonly #underway = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined

  protected abstract idOf(item: Item): string
  /** The entries that may go out at `now`, in milliseconds. */
  protected abstract due(now: number, limit: number): Item[]
  /** When the first of what is not due yet will be. */
  protected abstract nextAfter(now: number): number | null
  /** The requests to be posted: more than one is posted at the same time. */
  protected abstract postings(item: Item): Posting[]
  /** Writes down how an attempt went. */
  protected abstract note(item: Item, attempts: Attempt[]): void

  /** Sends what is due now and sets the alarm for what is due next. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    clearTimeout(this.#timer)
    const now = Date.now()
    const free = MOST_AT_ONCE - this.#underway.size
    const due = this.due(now, MOST_AT_ONCE).filter((item) => !this.#underway.has(this.idOf(item)))
    for (const item of due.slice(0, free)) {
      const sending = this.#send(item).finally(() => {
        this.#underway.delete(this.idOf(item))
        this.wake()
      })
      this.#underway.set(this.idOf(item), sending)
    }
    const next = this.nextAfter(now)
    if (next !== null) this.#timer = setTimeout(() => this.wake(), next - now)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stop.abort()
    await Promise.all(this.#underway.values())
  }

  async #send(item: Item): Promise<void> {
    const attempts = await Promise.all(this.postings(item).map((posting) => this.#post(posting)))
    if (!this.#stop.signal.aborted) this.note(item, attempts)
  }

  async #post({ url, headers, body, timeoutMs }: Posting): Promise<Attempt> {
    try {
      const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)])
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await response.arrayBuffer()
      return { ok: response.ok, status: response.status, error: null }
    } catch (error) {
      return { ok: false, status: null, error: reasonOf(error) }
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
