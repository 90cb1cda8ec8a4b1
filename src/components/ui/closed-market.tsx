import { addressOf } from '#src/lib/flow-address.ts'
import { Notice } from './notice.tsx'

type ClosedMarketProps = {
  /** Name of the market; null where only its ZIP code is known. */
  market: string | null
  /** Why it takes no orders, in words for the shopper. */
  reason: string | null
  zip: string
  /** The chosen bouquet, sent along with the waitlist entry. */
  productTitle?: string | undefined
  /** Offers to look at the bouquets all the same. */
  browse?: boolean
}

/** Says that nothing can be ordered to a served ZIP code now, and offers a notification when it can. */
export function ClosedMarket({ market, reason, zip, productTitle, browse }: ClosedMarketProps) {
  const bouquet = productTitle ? { product: productTitle } : {}
  return (
    <Notice kind="warning">
      <p className="strong">{`We’re not taking orders ${market ? `in ${market}` : `for ${zip}`} right now.`}</p>
      {reason && <p>{reason}</p>}
      <p className="mt-1 flex flex-wrap gap-x-6">
        {/* lib/waitlist-request.ts reads these parameters. */}
        <a className="link py-1.5" href={addressOf('/', { waitlist: '1', zip, ...bouquet, reopening: '1' })}>
          Tell me when you are open again
        </a>
        {browse && (
          <a className="link py-1.5" href={`/home?closed=${zip}`}>
            Look at the bouquets
          </a>
        )}
      </p>
    </Notice>
  )
}
