import { ApiError } from '#src/lib/api.ts'
import { orderLinks } from '#src/lib/order-links.ts'
import { getPart, setBusy, setText } from '#src/lib/page-parts.ts'
import { LINKS_NOT_SENT, LINKS_SENT } from './messages.ts'

let sending = false

/** Emails the shop the links of its open orders, for a florist whose link opens nothing. */
async function send(form: HTMLFormElement): Promise<void> {
  if (sending) return
  const email = form.elements.namedItem('email')
  if (!(email instanceof HTMLInputElement)) return
  sending = true
  setBusy(getPart('send-links'), true)
  for (const name of ['links-sent', 'links-why']) setText(name, null)
  email.removeAttribute('aria-invalid')
  try {
    await orderLinks.sendFloristLinks(email.value)
    setText('links-sent', LINKS_SENT)
  } catch (error) {
    const known = error instanceof ApiError ? error : null
    const issue = known?.issues[0]?.message
    setText('links-why', issue ?? known?.message ?? LINKS_NOT_SENT)
    if (issue) email.setAttribute('aria-invalid', 'true')
    email.focus()
  } finally {
    sending = false
    setBusy(getPart('send-links'), false)
  }
}

getPart('links').addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) send(event.target)
})
