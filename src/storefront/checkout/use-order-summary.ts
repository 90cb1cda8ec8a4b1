import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import { isZip5 } from '#domain/zip.ts'
import { api } from '#src/lib/browser-api.ts'
import { saveZip } from '#src/lib/saved-zip.ts'
import type { ZipAnswer } from '#src/lib/shop-api.ts'
import { type OrderSummary, summaryOf } from './order-summary.ts'

const DEBOUNCE_MS = 500
/** Timers may fire a little early. */
const SLACK_MS = 500

/** A ZIP with its place, and whether it is served. */
export type KnownZip = Pick<ZipAnswer, 'zip' | 'served' | 'place'>

type Asked = {
  sku: string
  option: DeliveryOptionId
  /** The ZIP as it was typed. */
  zip: string
}

/**
 * Looks the typed ZIP up half a second after the last digit, with the order's costs and time there. Asks again when they
 * may have changed, and whenever the page is seen again. Reads no clock of the device.
 * @param drawn by the server; null when the catalogue did not answer
 * @param first the ZIP that the server has just looked up
 * @returns `known`: null while there are no five digits or no answer, and when nobody answers: the order itself is checked again
 */
export function useOrderSummary(
  { sku, option, zip }: Asked,
  drawn: OrderSummary | null,
  first: KnownZip | null,
) {
  // A null is a ZIP about which nobody answered.
  const [answers, setAnswers] = useState<ReadonlyMap<string, KnownZip | null>>(
    () => new Map(first ? [[first.zip, first]] : []),
  )
  const [summary, setSummary] = useState(drawn)
  const place = useRef(drawn?.place)
  const newest = useRef(0)

  const ask = useCallback(
    async (asked: string | undefined) => {
      newest.current += 1
      const number = newest.current
      const found = await api.storefront({ sku, option, ...(asked && { zip: asked }) }).catch(() => null)
      const answer = found?.zip ?? null
      if (asked) setAnswers((all) => (answer || !all.has(asked) ? new Map(all).set(asked, answer) : all))
      const current = found && summaryOf(found)
      // A ZIP that nobody serves changes nothing: there is no order to it.
      if (!current || number !== newest.current || answer?.served === false) return
      // The times to choose from, and the next page, are those of the market that delivers.
      if (current.place && place.current && current.place.market !== place.current.market) {
        saveZip(current.place.zip)
      }
      place.current = current.place
      setSummary(current)
    },
    [sku, option],
  )

  const answer = answers.get(zip)
  const shownZip = summary?.place?.zip
  useEffect(() => {
    if (!isZip5(zip) || (answer !== undefined && (!answer?.served || shownZip === zip))) return
    const timer = window.setTimeout(() => void ask(zip), answer ? 0 : DEBOUNCE_MS)
    return () => window.clearTimeout(timer)
  }, [zip, answer, shownZip, ask])

  const refresh = useCallback(() => ask(place.current?.zip), [ask])
  useEffect(() => {
    const seen = () => document.visibilityState === 'visible' && void refresh()
    const timer = window.setTimeout(seen, summary ? summary.terms.freshForMs + SLACK_MS : 0)
    document.addEventListener('visibilitychange', seen)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [summary, refresh])

  return { known: answer ?? null, checking: isZip5(zip) && answer === undefined, summary, refresh }
}
