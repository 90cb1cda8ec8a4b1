import type { ReactNode } from 'react'
import { PhoneLink } from '#src/admin/ui/facts.tsx'
import { TimeLeft } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { BouquetPicture } from '#src/components/ui/bouquet-picture.tsx'
import type { Elements } from '#src/components/ui/elements.ts'

/** The first screen of an order or shop order: the next step, and below it the facts that answer most questions. */
export function Summary({ step, children }: { step: Elements; children: Elements }) {
  return (
    <div className="mt-1 overflow-clip rounded-card border border-line bg-card">
      {step}
      <dl className="grid gap-x-6 gap-y-3.5 px-4 py-4 sm:grid-cols-2 md:px-5 md:grid-cols-3 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1.2fr)_minmax(0,1.3fr)_minmax(0,1.15fr)_minmax(0,0.8fr)]">
        {children}
      </dl>
    </div>
  )
}

type SummaryFactProps = { term: string; className?: string; children: ReactNode }

/** One fact of it: on a phone beside its term, else below. */
export function SummaryFact({ term, className = '', children }: SummaryFactProps) {
  return (
    <div className={`${className} max-sm:grid max-sm:grid-cols-[5.5rem_minmax(0,1fr)] max-sm:gap-x-3`}>
      <dt className="text-label font-medium text-muted max-sm:pt-0.5">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

type Promised = Parameters<typeof TimeLeft>[0] & {
  /** IANA, of the market. */
  timeZone: string
}

export function PromisedFact(order: Promised) {
  return (
    <SummaryFact term="Promised by">
      <b className="block font-semibold">
        <When at={order.promisedBy} zone={order.timeZone} />
      </b>
      <span className="*:text-base">
        <TimeLeft {...order} />
      </span>
    </SummaryFact>
  )
}

type RecipientFactProps = {
  name: string | null
  phone: string | null
  /** Lines of the address. */
  address: string
}

export function RecipientFact({ name, phone, address }: RecipientFactProps) {
  return (
    <SummaryFact term="Deliver to" className="md:max-xl:row-span-2">
      {name && <b className="block font-semibold">{name}</b>}
      <span className="block whitespace-pre-line">{address}</span>
      {phone && <PhoneLink phone={phone} />}
    </SummaryFact>
  )
}

type Item = { title: string; sku: string; quantity: number; imageUrl: string | null }

export function BouquetFact({ items }: { items: readonly Item[] }) {
  return (
    <SummaryFact term="Bouquet">
      {items.length === 0 && <span className="text-muted">Not provided</span>}
      {items.map(({ title, sku, quantity, imageUrl }) => (
        <span
          key={sku}
          className="flex items-start gap-2.5 not-first:mt-2 [&>picture]:block [&>picture]:flex-none"
        >
          <BouquetPicture
            title={title}
            imageUrl={imageUrl}
            sizes="2.25rem"
            className="h-11.25 w-9 flex-none rounded-md bg-paper object-contain"
            decorative
          />
          <span className="min-w-0">
            <b className="block font-semibold">{title}</b>
            <span className="block text-small text-muted">
              <span className="whitespace-nowrap">{`${sku} ·`}</span>{' '}
              <span className="whitespace-nowrap">{`Qty ${quantity}`}</span>
            </span>
          </span>
        </span>
      ))}
    </SummaryFact>
  )
}
