import { type Push, PushError, type PushErrorKind, type PushMessage } from '#api/platform/push/push.ts'

/** A push that the shop sent: where to, and its words before they were encrypted. */
export type SentPush = { endpoint: string } & PushMessage

/** The browsers' push services: they note what they are sent, and answer what a test wants. */
export type RecordingPush = Push & {
  /** Every push that was taken, oldest first. */
  sent: SentPush[]
  /** Every push that came, also those that were refused. */
  tried: SentPush[]
  /**
   * Has the next pushes fail.
   * @param how null: they are taken again
   * @param endpoint absent: whatever the endpoint
   */
  failWith(how: PushFailure | null, endpoint?: string): void
  /** Brings it back to how it was. */
  reset(): void
}

type PushFailure = {
  kind: PushErrorKind
  retryAfterSeconds?: number
  /** True if the message is taken all the same, and only the answer is lost. */
  taken?: boolean
}

export const PUSH_PUBLIC_KEY =
  'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'

export function recordingPush(): RecordingPush {
  const sent: SentPush[] = []
  const tried: SentPush[] = []
  const failures = new Map<string | undefined, PushFailure>()
  return {
    publicKey: PUSH_PUBLIC_KEY,
    sent,
    tried,
    async send({ endpoint }, message) {
      tried.push({ endpoint, ...message })
      const failure = failures.get(endpoint) ?? failures.get(undefined)
      if (!failure || failure.taken) sent.push({ endpoint, ...message })
      if (failure)
        throw new PushError(`The push service failed on purpose: ${failure.kind}`, failure.kind, failure)
    },
    failWith(how, endpoint) {
      if (how) failures.set(endpoint, how)
      else failures.delete(endpoint)
    },
    reset() {
      sent.length = 0
      tried.length = 0
      failures.clear()
    },
  }
}
