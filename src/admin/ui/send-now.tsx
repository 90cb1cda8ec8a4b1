import { useQueryClient } from '@tanstack/react-query'
import { ActionButton } from './action-button.tsx'
import { messageName } from './message-state.tsx'
import { sendMessageNow } from './queries.ts'
import { notify } from './toasts.tsx'

type SendNowProps = { message: { id: string; kind: string; recipient: string } }

/** Tries an email that waits for another try, and reads what is on the screen anew. */
export function SendNow({ message: { id, kind, recipient } }: SendNowProps) {
  const cache = useQueryClient()
  const send = async () => {
    const { status } = await sendMessageNow(id)
    if (status === 'failed') notify.error('The email failed for good')
    else notify.success(status === 'sent' ? 'Email sent' : 'Sending the email now')
    await cache.invalidateQueries()
  }
  return (
    <ActionButton
      look="quiet"
      aria-label={`Send now: ${messageName(kind)} to ${recipient}`}
      run={send}
      failure="Failed to send the email"
    >
      Send now
    </ActionButton>
  )
}
