import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import type { WaitlistValues } from './request.ts'

/** Hidden fields of a checkout that ended at its ZIP, and a line that says so. */
export function FromCheckout({ productTitle, address }: Pick<WaitlistValues, 'productTitle' | 'address'>) {
  if (!productTitle) return null
  const place = address ? `, to ${address.replace(/\.$/, '')}` : ''
  return (
    <>
      <p className="text-muted wrap-anywhere">{`From your checkout: ${productTitle}${place}.`}</p>
      <HiddenFields fields={{ productTitle, ...(address && { address }) }} />
    </>
  )
}
