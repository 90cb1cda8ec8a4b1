import { type ReceiptRowProps, ROW } from './receipt.tsx'

/** A line of a receipt for words, as names and addresses are: on a small phone they stand below, as wide as the receipt. */
export function ReceiptFact({ name, children }: Omit<ReceiptRowProps, 'strong'>) {
  return (
    <div className={`${ROW} @max-[18rem]:block @max-[18rem]:before:hidden`}>
      <dt className="flex-none @max-[18rem]:text-small @max-[18rem]:text-muted">{name}</dt>
      <dd className="order-2 min-w-0 text-right tabular-nums wrap-anywhere @max-[18rem]:text-left">
        {children}
      </dd>
    </div>
  )
}
