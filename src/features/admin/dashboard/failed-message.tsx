import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DashboardAnswer } from '#src/contracts/admin/dashboard.ts'
import { ActionButton } from '#src/features/admin/shared/action-button.tsx'
import { notify } from '#src/features/admin/shared/toasts.tsx'
import { When } from '#src/features/admin/shared/when.tsx'
import { dashboardApi, dashboardQuery } from './queries.ts'

type Message = DashboardAnswer['failedMessages']['rows'][number]

/** An e-mail that was given up, with `Send again` (decisions.md, Checkout: e-mails). */
export function FailedMessage({ message }: { message: Message }) {
  const { id, kind, recipient, lastError, attempts, failedAt, orderId } = message
  const cache = useQueryClient()
  const sendAgain = async () => {
    const { status } = await dashboardApi.sendAgain(id)
    if (status === 'failed') notify.error('The e-mail failed again')
    else notify.success(status === 'sent' ? 'The e-mail has been sent' : 'The e-mail is on its way again')
    await cache.invalidateQueries({ queryKey: dashboardQuery.queryKey })
  }
  const name = nameOf(kind)
  return (
    <li className="task-row">
      <div className="min-w-0 flex-1">
        {orderId ? (
          <Link className="row-link" to="/admin/orders/$id" params={{ id: orderId }}>
            {name}
          </Link>
        ) : (
          <b className="strong">{name}</b>
        )}{' '}
        to {recipient}
        <p className="text-small text-muted">
          {lastError ?? 'No reason was given'}. Given up <When at={failedAt} /> after{' '}
          {attempts === 1 ? 'one try' : `${attempts} tries`}.
        </p>
      </div>
      <ActionButton
        look="quiet"
        className="task-button"
        aria-label={`Send again: ${name} to ${recipient}`}
        run={sendAgain}
        failure="Failed to send the e-mail again"
      >
        Send again
      </ActionButton>
    </li>
  )
}

/** `order-confirmation` as people say it. */
function nameOf(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
