import { useQueryClient } from '@tanstack/react-query'
import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import { ActionButton } from './action-button.tsx'
import { messageName } from './message-state.tsx'
import { sendMessage } from './queries.ts'
import { notify } from './toasts.tsx'

type SendMessageProps = {
  message: Pick<AdminMessage, 'id' | 'kind' | 'recipient' | 'sentAgainTo'>
  look?: 'action' | 'quiet'
}

/**
 * Sends an email again that failed or whose links have ended, or now one that waits for another try; then reads what is on the
 * screen anew.
 */
export function SendMessage({ message, look = 'quiet' }: SendMessageProps) {
  const { id, kind, recipient, sentAgainTo } = message
  const cache = useQueryClient()
  const isAgain = sentAgainTo !== null
  const send = async () => {
    const { status: now } = await sendMessage(id, isAgain ? 'send-again' : 'send-now')
    if (now === 'failed') notify.error('The email failed again')
    else if (now === 'sent') notify.success('Email sent')
    else notify.success(isAgain ? 'Sending the email again' : 'Sending the email now')
    await cache.invalidateQueries()
  }
  const label = isAgain ? 'Send again' : 'Send now'
  return (
    <ActionButton
      look={look}
      aria-label={`${label}: ${messageName(kind)} to ${sentAgainTo ?? recipient}`}
      run={send}
      failure={isAgain ? 'Failed to send the email again' : 'Failed to send the email'}
    >
      {label}
    </ActionButton>
  )
}
