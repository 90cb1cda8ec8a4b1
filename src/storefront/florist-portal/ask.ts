import { getPart, setText } from '#src/lib/page-parts.ts'
import { SAY_WHY } from './messages.ts'

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
    if (given.length > 0 && reason.length < 3) {
      event.preventDefault()
      setText('why', SAY_WHY)
      return
    }
    onYes(reason)
  }
  setText('why', null)
  dialog.showModal()
}
