import { phoneDigits } from '#domain/phone.ts'
import { Button } from '#src/components/ui/button.tsx'
import { RequestId } from '#src/components/ui/request-id.tsx'
import { SITE } from '#src/site.ts'

type OrderMissingProps = {
  message: string
  requestId: string | undefined
  /** Where to look again without JavaScript. */
  again: string | null
}

/** The order cannot be shown. */
export function OrderMissing({ message, requestId, again }: OrderMissingProps) {
  return (
    <>
      <div role="alert" className="max-w-[40rem]">
        <h1 className="text-heading">Unable to load order</h1>
        <p className="mt-3 text-lead">{message}</p>
        <p className="mt-2 text-muted">
          If you paid, your order is safe and the confirmation is in your inbox. Not there? Call{' '}
          <a className="link" href={`tel:+1${phoneDigits(SITE.supportPhone)}`}>
            {SITE.supportPhone}
          </a>
          . {SITE.supportNote}.
        </p>
        <RequestId id={requestId} />
        <form action="/" className="mt-8">
          <Button type="submit">Return Home</Button>
        </form>
      </div>
      {again && (
        <noscript>
          <p className="mt-6">
            <a className="link" href={again}>
              Look again
            </a>
          </p>
        </noscript>
      )}
    </>
  )
}
