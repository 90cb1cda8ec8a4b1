import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import { countTyped } from '#domain/text.ts'
import { localText } from '#domain/zoned-time.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setText } from '#src/lib/page-parts.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { SAY_WHY, TOO_LONG } from './messages.ts'

/** The proposed delay, after the promised time or after now. */
const PROPOSED_MS = 30 * 60_000

/**
 * Asks before something that cannot be taken back: a phone is easily tapped by accident.
 * @param name of the dialog, whose form has reasons if there is to be one
 * @param onYes gets the reason
 */
export function ask(name: string, onYes: (reason: string) => void): void {
  setText('why', null)
  const onSubmit: OnAnswer = (event, { form }) => {
    const given = [...new FormData(form).getAll('reason')].map((text) => String(text).trim())
    const reason = given.filter(Boolean).join(' ')
    const length = countTyped(reason)
    if (given.length > 0 && (length < 3 || length > REJECTION_REASON_MAX)) {
      event.preventDefault()
      setText('why', length < 3 ? SAY_WHY : TOO_LONG)
      return
    }
    onYes(reason)
  }
  open(name, { yes: onSubmit })
}

/** Asks whether a photograph comes first. */
export function askForPhoto(onPhoto: () => void, onReady: () => void): void {
  open('ready-dialog', { yes: onReady, photo: onPhoto })
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
  const onSubmit: OnAnswer = async (event, { dialog }) => {
    event.preventDefault()
    const problem = await send(field.value)
    setText('late-why', problem)
    if (problem === null) dialog.close()
  }
  open('late-dialog', { yes: onSubmit })
}

type OnAnswer = (event: SubmitEvent, opened: { dialog: HTMLDialogElement; form: HTMLFormElement }) => void

/** Opens a dialog whose form has a button for each answer; the way back is a button without one. */
function open(name: string, answers: Readonly<Record<string, OnAnswer>>): void {
  const dialog = getPart(name)
  const form = dialog.querySelector('form')
  if (!(dialog instanceof HTMLDialogElement) || !form) return
  form.onsubmit = (event) => {
    if (event.submitter instanceof HTMLButtonElement)
      answers[event.submitter.value]?.(event, { dialog, form })
  }
  dialog.showModal()
}
