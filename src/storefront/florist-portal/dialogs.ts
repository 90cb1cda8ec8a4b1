import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import { countTyped } from '#domain/text.ts'
import { localText } from '#domain/zoned-time.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setText } from '#src/lib/page-parts.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { CANCEL_ORDER, SAY_WHY, SEND, TOO_LONG, thenText } from './messages.ts'

/** The proposed delay, after the promised time or after now. */
const PROPOSED_MS = 30 * 60_000

/**
 * Asks before something that cannot be taken back: a phone is easily tapped by accident.
 * @param name of the dialog, whose form has reasons if there is to be one
 * @param onYes gets the reason
 */
export function ask(name: string, onYes: (reason: string) => void): void {
  setText('why', null)
  open(name, (event, { form }) => {
    const given = [...new FormData(form).getAll('reason')].map((text) => String(text).trim())
    const reason = given.filter(Boolean).join(' ')
    const length = countTyped(reason)
    if (given.length > 0 && (length < 3 || length > REJECTION_REASON_MAX)) {
      event.preventDefault()
      setText('why', length < 3 ? SAY_WHY : TOO_LONG)
      return
    }
    onYes(reason)
  })
}

/**
 * Asks for the new time, by the market's clock.
 * @param send gets it as the field writes it; answers with what is wrong, null if nothing is
 */
export function askForTime(
  { promisedBy, lateUntil, timeZone }: FloristOrder,
  send: (until: string) => Promise<string | null>,
): void {
  const field = getPart('late-dialog').querySelector('input')
  if (!field) return
  const proposed = new Date(Math.max(Date.parse(promisedBy), serverNow()) + PROPOSED_MS)
  field.value = localText(lateUntil === null ? proposed : new Date(lateUntil), timeZone)
  setText('late-why', null)
  open('late-dialog', async (event, { dialog }) => {
    event.preventDefault()
    const problem = await send(field.value)
    setText('late-why', problem)
    if (problem === null) dialog.close()
  })
}

/**
 * Asks what is missing and what goes in instead, and says beforehand what happens then.
 * @param send gets both as they were typed; answers with what is wrong, null if nothing is
 */
export function askForFlowers(
  { substitution, timeZone }: FloristOrder,
  send: (flowers: { missing: string; instead: string }) => Promise<string | null>,
): void {
  setText('substitute-then', thenText(substitution, timeZone))
  setText('substitute-yes', substitution.preference === 'refund' ? CANCEL_ORDER : SEND)
  setText('substitute-why', null)
  getPart('substitute-dialog').oninput = () => setText('substitute-why', null)
  open('substitute-dialog', async (event, { dialog, form }) => {
    event.preventDefault()
    const typed = new FormData(form)
    const [missing, instead] = [String(typed.get('missing')), String(typed.get('instead'))]
    const problem = await send({ missing, instead })
    setText('substitute-why', problem)
    if (problem !== null) return
    dialog.close()
    form.reset()
  })
}

type Opened = { dialog: HTMLDialogElement; form: HTMLFormElement }

/** Opens a dialog whose form has a button for `yes`; the way back is a button of the form as well. */
function open(name: string, onYes: (event: SubmitEvent, opened: Opened) => void): void {
  const dialog = getPart(name)
  const form = dialog.querySelector('form')
  if (!(dialog instanceof HTMLDialogElement) || !form) return
  form.onsubmit = (event) => {
    if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.value !== 'yes') return
    onYes(event, { dialog, form })
  }
  dialog.showModal()
}
