import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { phoneDigits } from '#domain/phone.ts'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { MessageState, messageName, messageReason } from '#src/admin/ui/message-state.tsx'
import { SendMessage } from '#src/admin/ui/send-message.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type Dashboard, dashboardQuery, dismissMessage } from './queries.ts'
import { TaskRow } from './task-row.tsx'

type Message = Dashboard['failedMessages']['rows'][number]

/** An email that was given up or did not arrive: send it again where that can help, else call; it can be dismissed. */
export function MailTask({ message }: { message: Message }) {
  const { id, kind, recipient } = message
  const cache = useQueryClient()
  const dismiss = async () => {
    await dismissMessage(id)
    notify.success('Email dismissed')
    await cache.invalidateQueries({ queryKey: dashboardQuery.queryKey })
  }
  const name = messageName(kind)
  return (
    <TaskRow
      time={{ since: message.failedAt }}
      title={`${name} to ${recipient}`}
      badge={<MessageState message={message} />}
      description={
        <>
          <span>{`${messageReason(message) ?? ''} `}</span>
          <Moment message={message} />
        </>
      }
    >
      <Step message={message} />
      <ActionButton
        look="quiet"
        className="px-2.75"
        aria-label={`Dismiss: ${name} to ${recipient}`}
        run={dismiss}
        failure="Failed to dismiss the email"
      >
        <X aria-hidden />
      </ActionButton>
    </TaskRow>
  )
}

/** The next step: another try, a call, or a look at the order. */
function Step({ message }: { message: Message }) {
  const { status, phone, orderId } = message
  if (status === 'failed') return <SendMessage message={message} />
  if (phone) {
    return (
      <a className="button button-quiet tabular-nums" href={`tel:+1${phoneDigits(phone)}`}>
        {`Call ${phone}`}
      </a>
    )
  }
  return (
    orderId && (
      <LinkButton look="quiet" to="/admin/orders/$id" params={{ id: orderId }}>
        Open order
      </LinkButton>
    )
  )
}

function Moment({ message: { status, attempts, failedAt } }: { message: Message }) {
  if (status !== 'failed' || attempts === 0) return <When at={failedAt} />
  return (
    <span>
      Gave up <When at={failedAt} />
      <span>{` after ${attempts === 1 ? 'one try' : `${attempts} tries`}.`}</span>
    </span>
  )
}
