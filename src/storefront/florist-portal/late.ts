import { formatMarketTime } from '#domain/dates.ts'
import { localText } from '#domain/zoned-time.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setText, setVisible } from '#src/lib/page-parts.ts'
import { serverNow } from '#src/lib/server-clock.ts'

const MINUTE_MS = 60_000
/** The proposed delay, after the promised time or after now. */
const PROPOSED_MS = 30 * MINUTE_MS

/** Shows whether the florist can say to be late, and what was said. */
export function fillInLate({ mayBeLate, lateUntil, timeZone }: FloristOrder): void {
  setVisible('late', mayBeLate)
  const until = lateUntil && formatMarketTime(new Date(lateUntil), timeZone, 'short')
  setText('late-said', until && `You said ${until}. We’ll ask the sender what they want.`)
}

/**
 * Asks for the new time, by the market's clock.
 * @param send gets it as the field writes it; answers with what is wrong, null if nothing is
 */
export function askForTime(
  { promisedBy, lateUntil, timeZone }: FloristOrder,
  send: (until: string) => Promise<string | null>,
): void {
  const dialog = getPart('late-dialog')
  const form = dialog.querySelector('form')
  const field = dialog.querySelector('input')
  if (!(dialog instanceof HTMLDialogElement) || !form || !field) return
  const proposed = new Date(Math.max(Date.parse(promisedBy), serverNow()) + PROPOSED_MS)
  field.value = localText(lateUntil === null ? proposed : new Date(lateUntil), timeZone)
  setText('late-why', null)
  form.onsubmit = async (event) => {
    // The way back is a button of the form as well.
    if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.value !== 'yes') return
    event.preventDefault()
    const problem = await send(field.value)
    setText('late-why', problem)
    if (problem === null) dialog.close()
  }
  dialog.showModal()
}
