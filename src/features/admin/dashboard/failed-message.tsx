import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '#src/components/ui/button.tsx'
import type { DashboardAnswer } from '#src/contracts/admin/dashboard.ts'
import { messageOf } from '#src/features/admin/shared/error-banner.tsx'
import { notify } from '#src/features/admin/shared/toasts.tsx'
import { When } from '#src/features/admin/shared/when.tsx'
import { dashboardApi, dashboardQuery } from './queries.ts'

type Message = DashboardAnswer['failedMessages']['rows'][number]

/** An e-mail that was given up, with `Send again` (decisions.md, Checkout: e-mails). */
export function FailedMessage({ message }: { message: Message }) {
  const { id, kind, recipient, lastError, attempts, failedAt, orderId } = message
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => dashboardApi.sendAgain(id),
    onSuccess: async ({ status }) => {
      if (status === 'failed') notify.error('The e-mail failed again')
      else notify.success(status === 'sent' ? 'The e-mail has been sent' : 'The e-mail is on its way again')
      await cache.invalidateQueries({ queryKey: dashboardQuery.queryKey })
    },
    onError: (error) => notify.error(messageOf(error, 'Failed to send the e-mail again')),
  })
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
      <Button
        type="button"
        look="quiet"
        className="task-button"
        busy={isPending}
        aria-label={`Send again: ${name} to ${recipient}`}
        onClick={() => !isPending && mutate()}
      >
        Send again
      </Button>
    </li>
  )
}

/** `order-confirmation` as people say it. */
function nameOf(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
