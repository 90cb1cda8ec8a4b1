import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import type { PropsWithChildren } from 'react'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { CallButton } from '#src/admin/ui/call-button.tsx'
import { LinkButton, type Target } from '#src/admin/ui/link-button.tsx'
import { messageName } from '#src/admin/ui/message-state.tsx'
import { SendMessage } from '#src/admin/ui/send-message.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import { dashboardQuery, dismissMessage } from './queries.ts'
import type { Row } from './tasks.ts'

// The parts of the list's entries: sentences with times in them, links and buttons.

type PromisedProps = {
  order: Pick<Row<'overdue'>, 'customerName' | 'city' | 'promisedBy' | 'timeZone'>
  /** A second line. */
  children?: Elements
}

/** The promise of an order; below it what is the matter. */
export function Promised({ order, children }: PromisedProps) {
  return (
    <>
      <span>
        <span>{`For ${order.customerName}, ${order.city}, by `}</span>
        <When at={order.promisedBy} zone={order.timeZone} />.
      </span>
      {children && <span className="block">{children}</span>}
    </>
  )
}

export function Since({ text, at }: { text: string; at: string }) {
  return (
    <span>
      <span>{`${text}, since `}</span>
      <When at={at} />.
    </span>
  )
}

type TaskLinkProps = PropsWithChildren<Target & { label?: string | undefined; look?: 'action' | 'quiet' }>

/** @param props.label its name for those who do not see the row that it is in */
export function TaskLink({ label, look = 'quiet', ...rest }: TaskLinkProps) {
  return <LinkButton {...rest} look={look} aria-label={label} />
}

export function OrderLink({ id, ...rest }: { id: string } & Pick<TaskLinkProps, 'label' | 'look'>) {
  return (
    <TaskLink {...rest} to="/admin/orders/$id" params={{ id }}>
      <OpenText what="order" />
    </TaskLink>
  )
}

/** On a phone the name of the link alone says what is opened: there it stands beside another button. */
function OpenText({ what }: { what: string }) {
  return (
    <span>
      Open<span className="max-md:hidden">{` ${what}`}</span>
    </span>
  )
}

type MessageProps = { message: Row<'email'> }

/** An email by its kind and its recipient. */
export const mailTitle = ({ kind, recipient }: Row<'email'>) => `${messageName(kind)} to ${recipient}`

export function FailedAt({ message: { status, attempts, failedAt } }: MessageProps) {
  if (status !== 'failed' || attempts === 0) return <When at={failedAt} />
  return (
    <span>
      Gave up <When at={failedAt} />
      <span>{` after ${attempts === 1 ? 'one try' : `${attempts} tries`}.`}</span>
    </span>
  )
}

/** The next step: another try, a call, or a look at the order. */
export function MailStep({ message, look }: MessageProps & { look: 'action' | 'quiet' }) {
  const { sentAgainTo, contactName, phone, recipient, orderId } = message
  if (sentAgainTo !== null) return <SendMessage message={message} look={look} />
  if (phone) return <CallButton name={contactName ?? recipient} phone={phone} look={look} />
  return orderId && <OrderLink id={orderId} look={look} />
}

export function DismissButton({ message }: MessageProps) {
  const cache = useQueryClient()
  const dismiss = async () => {
    await dismissMessage(message.id)
    notify.success('Email dismissed')
    await cache.invalidateQueries({ queryKey: dashboardQuery.queryKey })
  }
  return (
    <ActionButton
      look="quiet"
      className="px-2.75"
      aria-label={`Dismiss: ${mailTitle(message)}`}
      run={dismiss}
      failure="Failed to dismiss the email"
    >
      <X aria-hidden />
    </ActionButton>
  )
}
