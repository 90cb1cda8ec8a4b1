import type { FloristAttemptInput } from '#api/florist-portal/schema.ts'
import { formatShortTime } from '#domain/dates.ts'
import { DELIVERY_OUTCOMES, NEXT_STEPS, OUTCOME_RULES, WHO_HAS_THEM } from '#domain/delivery-attempts.ts'
import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import { countTyped } from '#domain/text.ts'
import { localText } from '#domain/zoned-time.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setText, setVisible } from '#src/lib/page-parts.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { CANCEL_ORDER, DELAYS, SAY_WHY, SEND, TOO_LONG, thenText } from './messages.ts'

/** The proposed delay, after the time that the page shows or after now. */
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
  const from = Math.max(Date.parse(lateUntil ?? promisedBy), serverNow())
  const propose = (ms: number) => {
    field.value = localText(new Date(from + ms), timeZone)
    setText('late-why', null)
  }
  propose(PROPOSED_MS)
  for (const minutes of DELAYS) {
    const ms = minutes * 60_000
    setText(`late-${minutes}`, formatShortTime(new Date(from + ms), timeZone))
    getPart(`plus-${minutes}`).onclick = () => propose(ms)
  }
  const onSubmit: OnAnswer = async (event, { dialog }) => {
    event.preventDefault()
    const problem = await send(field.value)
    setText('late-why', problem)
    if (problem === null) dialog.close()
  }
  open('late-dialog', { yes: onSubmit })
}

/**
 * Asks what happened at the door. Its form keeps what was chosen while a photograph is taken.
 * @param send gets the fields that the outcome has; answers with what is wrong, null if nothing is
 * @param photograph takes the photograph without which flowers are not left; null: there is one
 */
export function askForOutcome(
  { promisedBy, timeZone }: FloristOrder,
  send: (outcome: OutcomeFields) => Promise<string | null>,
  photograph: (() => void) | null,
): void {
  const time = getPart('delivered-dialog').querySelector<HTMLInputElement>('[name=nextAt]')
  if (time && !time.value) {
    time.value = localText(new Date(Math.max(Date.parse(promisedBy), serverNow()) + PROPOSED_MS), timeZone)
  }
  setText('attempt-why', null)
  setVisible('photo-needed', photograph !== null)
  const onSubmit: OnAnswer = async (event, { dialog, form }) => {
    const outcome = fieldsOf(form)
    if (outcome?.outcome === 'left_at_door' && photograph) return photograph()
    event.preventDefault()
    const problem = outcome ? await send(outcome) : WHO_HAS_THEM
    setText('attempt-why', problem)
    if (problem !== null) return
    form.reset()
    dialog.close()
  }
  open('delivered-dialog', { yes: onSubmit })
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
  const onSubmit: OnAnswer = async (event, { dialog, form }) => {
    event.preventDefault()
    const typed = new FormData(form)
    const [missing, instead] = [String(typed.get('missing')), String(typed.get('instead'))]
    const problem = await send({ missing, instead })
    setText('substitute-why', problem)
    if (problem !== null) return
    dialog.close()
    form.reset()
  }
  open('substitute-dialog', { yes: onSubmit })
}

export type OutcomeFields = Pick<FloristAttemptInput, 'outcome' | 'name' | 'nextStep' | 'nextAt'>

/** The fields that the chosen outcome has; null: none was chosen. */
function fieldsOf(form: HTMLFormElement): OutcomeFields | null {
  const typed = new FormData(form)
  const text = (name: string) => String(typed.get(name) ?? '')
  const outcome = DELIVERY_OUTCOMES.find((each) => each === text('outcome'))
  const nextStep = NEXT_STEPS.find((each) => each === text('nextStep')) ?? null
  if (!outcome) return null
  return {
    outcome,
    ...(OUTCOME_RULES[outcome].name !== 'none' && { name: text('name') }),
    ...(outcome === 'nobody' && { nextStep }),
    ...(outcome === 'nobody' && nextStep === 'second_attempt' && { nextAt: text('nextAt') }),
  }
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
