import { phoneLink } from '#domain/phone.ts'
import { SITE } from '#domain/site.ts'
import { Button } from '#src/components/ui/button.tsx'
import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import { RequestId } from '#src/components/ui/request-id.tsx'
import { failureMessage, progressMessage } from './messages.ts'
import type { FailureReason, LookUpFailure } from './order-state.ts'

type OrderMissingProps = {
  failure: LookUpFailure
  /** Where to look again without JavaScript. */
  again: string | null
  onTryAgain(): void
}

/** Shown in place of the order when it cannot be: the reason, and what to do. */
export function OrderMissing({ failure, again, onTryAgain }: OrderMissingProps) {
  const { reason, requestId, trying } = failure
  const mayChange = reason !== 'malformed'
  const progress = progressMessage(failure)
  return (
    <>
      <SupportContacts />
      <RequestId id={requestId} />
      <div className="mt-8 grid gap-3 sm:flex">
        {mayChange && (
          <form
            action="/thank-you"
            className="grid"
            onSubmit={(event) => {
              event.preventDefault()
              onTryAgain()
            }}
          >
            <HiddenFields fields={Object.fromEntries(new URLSearchParams(again?.split('?')[1]))} />
            <Button type="submit" busy={trying === 'looking' || trying === 'pressed'}>
              Try Again
            </Button>
          </form>
        )}
        <form action="/" className="grid">
          <Button type="submit" look={mayChange ? 'quiet' : 'action'}>
            Return Home
          </Button>
        </form>
      </div>
      {/* Below the buttons, which stay under the finger when it takes another line. */}
      <p role="status" className="mt-4 min-h-[1lh] text-muted">
        <span key={progress}>{progress}</span>
      </p>
    </>
  )
}

/** Lists the known and unknown facts when an order cannot be shown. */
export function LookUpFacts({ reason }: { reason: FailureReason }) {
  const { known, payment } = failureMessage(reason)
  return (
    <>
      <p className="mt-3">{known}</p>
      <p className="strong mt-3">{payment}</p>
    </>
  )
}

/** Phone and email for an order that cannot be shown. */
export function SupportContacts() {
  return (
    <p className="mt-3">
      Call{' '}
      <a className="link" href={phoneLink(SITE.supportPhone)}>
        {SITE.supportPhone}
      </a>
      <span>{`, ${SITE.supportHours}, or email `}</span>
      <a className="link wrap-anywhere" href={`mailto:${SITE.supportEmail}`}>
        {SITE.supportEmail}
      </a>
      . We find your order by the email you ordered with.
    </p>
  )
}
