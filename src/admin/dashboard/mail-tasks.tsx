import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Banner } from '#src/admin/ui/banner.tsx'
import { rowLinkStyle } from '#src/admin/ui/class-names.ts'
import { PhoneLink } from '#src/admin/ui/facts.tsx'
import { MessageState, messageName, messageReason } from '#src/admin/ui/message-state.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type Dashboard, dashboardQuery, dismissMessage, sendMessageAgain } from './queries.ts'
import { countText } from './tiles.tsx'

/** Says that emails do not go out at the moment, since when and why. Nothing while they do. */
export function HeldMail({ held }: { held: Dashboard['heldMail'] }) {
  if (held === null) return null
  const { waiting, since, reason } = held
  const one = waiting.total === 1
  return (
    <Banner tone="butter" aria-label="Emails are waiting">
      <CircleAlert aria-hidden />
      <div className="min-w-0 flex-1">
        <h2 className="font-text text-base tracking-normal">
          {one ? '1 email is waiting' : `${countText(waiting)} emails are waiting`}
        </h2>
        <p>
          {reason}. {one ? 'Queued' : 'The oldest was queued'} <When at={since} />. We’ll keep trying; nothing
          is lost.
        </p>
        {/: (invalid|missing)_api_key$/.test(reason) && (
          <p>
            Nothing goes out until <code>RESEND_API_KEY</code> is set to a valid key.
          </p>
        )}
      </div>
    </Banner>
  )
}

/** What leads somewhere by its row link shows that under the pointer. */
export const taskRowStyle =
  'relative -mx-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-line p-2 wrap-anywhere not-first:border-t has-[.row-link]:hover:bg-hover'

type Message = Dashboard['failedMessages']['rows'][number]

/** An email that was given up or did not arrive: whom to call instead, `Send again` where that can help, `Dismiss`. */
export function FailedMessage({ message }: { message: Message }) {
  const { id, kind, recipient, status, phone, orderId } = message
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: dashboardQuery.queryKey })
  const sendAgain = async () => {
    const { status } = await sendMessageAgain(id)
    if (status === 'failed') notify.error('The email failed again')
    else notify.success(status === 'sent' ? 'Email sent' : 'Sending the email again')
    await refresh()
  }
  const dismiss = async () => {
    await dismissMessage(id)
    notify.success('Email dismissed')
    await refresh()
  }
  const name = messageName(kind)
  return (
    <li className={taskRowStyle}>
      <div className="min-w-0 flex-1 basis-56">
        {orderId ? (
          <Link className={rowLinkStyle} to="/admin/orders/$id" params={{ id: orderId }}>
            {name}
          </Link>
        ) : (
          <b className="font-semibold">{name}</b>
        )}{' '}
        to {recipient} <MessageState message={message} />
        <p className="text-small text-muted">
          {messageReason(message)} <Moment message={message} />
        </p>
        {phone && (
          <p className="relative z-1">
            Call <PhoneLink phone={phone} />
          </p>
        )}
      </div>
      <div className="relative z-1 flex flex-wrap gap-2">
        {status === 'failed' && (
          <ActionButton
            look="quiet"
            aria-label={`Send again: ${name} to ${recipient}`}
            run={sendAgain}
            failure="Failed to send the email again"
          >
            Send again
          </ActionButton>
        )}
        <ActionButton
          look="quiet"
          aria-label={`Dismiss: ${name} to ${recipient}`}
          run={dismiss}
          failure="Failed to dismiss the email"
        >
          Dismiss
        </ActionButton>
      </div>
    </li>
  )
}

function Moment({ message: { status, attempts, failedAt } }: { message: Message }) {
  if (status !== 'failed' || attempts === 0) return <When at={failedAt} />
  return (
    <>
      Gave up <When at={failedAt} /> after {attempts === 1 ? 'one try' : `${attempts} tries`}.
    </>
  )
}
