import { Button } from './button.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { RequestId } from './request-id.tsx'

/**
 * The catalogue could not be loaded. A form that asks for the same address again is a reload that needs no JavaScript.
 * @param props.address the page that failed
 * @param props.requestId of the call that failed, if it got that far
 */
export function LoadFailed({ address, requestId }: { address: URL; requestId?: string | undefined }) {
  return (
    <form action={address.pathname} className="notice notice-rose" role="alert">
      <HiddenFields fields={Object.fromEntries(address.searchParams)} />
      <div className="grid gap-4">
        <div>
          <p>Failed to load products. Please try again later.</p>
          <RequestId id={requestId} />
        </div>
        <Button type="submit" look="quiet" className="justify-self-start">
          Try Again
        </Button>
      </div>
    </form>
  )
}
