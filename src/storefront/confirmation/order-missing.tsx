import { Button } from '#src/components/ui/button.tsx'
import { RequestId } from '#src/components/ui/request-id.tsx'
import { SITE } from '#src/site.ts'

/** The order cannot be shown. */
export function OrderMissing({ message, requestId }: { message: string; requestId: string | undefined }) {
  return (
    <div role="alert" className="max-w-[40rem]">
      <h1 className="text-heading">Unable to load order</h1>
      <p className="mt-4 text-lead">{message}</p>
      <p className="mt-2 text-muted">
        If you paid, your order is safe and the confirmation is in your mail. If it is not, call{' '}
        {SITE.supportPhone}. {SITE.supportNote}.
      </p>
      <RequestId id={requestId} />
      <form action="/" className="mt-8">
        <Button type="submit">Return Home</Button>
      </form>
    </div>
  )
}
