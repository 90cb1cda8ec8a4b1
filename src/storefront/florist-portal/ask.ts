import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import { countTyped } from '#domain/text.ts'
import { getPart, setText } from '#src/lib/page-parts.ts'
import { SAY_WHY, TOO_LONG } from './messages.ts'

/**
 * Asks before something that cannot be taken back: a phone is easily tapped by accident.
 * @param name of the dialog, whose form has a button for `yes`, and reasons if there is to be one
 * @param onYes gets the reason
 */
export function ask(name: string, onYes: (reason: string) => void): void {
  const dialog = getPart(name)
  const form = dialog.querySelector('form')
  if (!(dialog instanceof HTMLDialogElement) || !form) return
  form.onsubmit = (event) => {
    // The way back is a button of the form as well.
    if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.value !== 'yes') return
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
  setText('why', null)
  dialog.showModal()
}
