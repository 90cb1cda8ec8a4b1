import { priceChange, promiseChange } from '#domain/terms-messages.ts'
import type { OrderTerms, StorefrontAnswer } from '#src/lib/shop-api.ts'

/** The order as the checkout shows it: the server's word, drawn with the page and asked for again. */
export type OrderSummary = {
  title: string
  terms: OrderTerms
  /** Whose terms they are: a served ZIP code and its market; null while none is known. */
  place: { zip: string; market: string } | null
  /** Who makes the flowers there; null: nobody yet. */
  madeBy: string | null
}

/** The summary of an answer that was asked for an option; null if it has none. */
export function summaryOf({
  product,
  terms,
  zip,
  proof,
}: Pick<StorefrontAnswer, 'product' | 'terms' | 'zip' | 'proof'>): OrderSummary | null {
  const place = zip?.market ? { zip: zip.zip, market: zip.market.name } : null
  return product && terms && { title: product.title, terms, place, madeBy: proof.madeBy }
}

/** Differences from the drawn page that the buyer has to read before paying, in sentences. */
export function changesSince(drawn: OrderSummary, { terms, place }: OrderSummary): string[] {
  const closedNow = terms.closedReason !== drawn.terms.closedReason ? terms.closedReason : null
  const isOtherDay = dayOf(terms.promise) !== dayOf(drawn.terms.promise)
  const isElsewhere = place !== null && place.market !== drawn.place?.market
  return [
    ...(isElsewhere && (isOtherDay || closedNow) ? [`${place.zip} is in ${place.market}.`] : []),
    ...(closedNow ? [sentence(closedNow)] : isOtherDay ? [promiseChange(terms.promise)] : []),
    ...(terms.price.totalCents !== drawn.terms.price.totalCents ? [priceChange(terms.price.totalCents)] : []),
  ]
}

/** A promise without its clock time, which moves on each minute for the next hours. */
function dayOf(promise: string): string {
  return promise.replace(/by [\d:]+ [AP]M/, '')
}

function sentence(text: string): string {
  return text.replace(/([^.!?])$/, '$1.')
}
