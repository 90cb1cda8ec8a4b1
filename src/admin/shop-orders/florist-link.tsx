import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#domain/dates.ts'
import { assignmentState, fulfilmentOf, isAtWork } from '#domain/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Card } from '#src/admin/ui/card.tsx'
import { ConfirmButton } from '#src/admin/ui/confirm-button.tsx'
import { Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { revokeFloristLink, type ShopOrderDetail, sendFloristLink, unassignShop } from './queries.ts'
import { useChange } from './use-change.ts'

/** The florist's link: whether they have one, have opened it; a new one, or its end. */
export function FloristLink({ record }: { record: ShopOrderDetail }) {
  const { link, shop, order } = record
  const change = useChange(record)
  const live = shopOrderIsLive(record)
  const { status, paymentStatus } = order
  const { florist } = fulfilmentOf({ status, paymentStatus, assignment: assignmentState(record) })
  const sendable = isAtWork(florist) && shop.active && shop.email !== null
  const works = link !== null && Date.parse(link.expiresAt) > Date.now()
  if (!live && !link) return null
  const send = () =>
    change(async ({ id }) => {
      const { sentTo, expiresAt } = await sendFloristLink(id)
      notify.success(`New link sent to ${sentTo}. It works until ${formatDateTime(new Date(expiresAt))}.`)
    })
  return (
    <Card title="Florist’s link">
      {link ? (
        <Facts>
          <TimeFact term="Made" at={link.createdAt} />
          <TimeFact term="First opened" at={link.openedAt} />
          <TimeFact term={works ? 'Works until' : 'Ended'} at={link.expiresAt} />
        </Facts>
      ) : (
        <p className="text-muted">
          {shop.email === null ? (
            <>
              {shop.name} has no e-mail address, so there is no link.{' '}
              <Link className="link" to="/admin/shops/$id/edit" params={{ id: shop.id }}>
                Add one
              </Link>
            </>
          ) : (
            'There is no link that works.'
          )}
        </p>
      )}
      {(sendable || works) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {sendable && (
            <ActionButton look="quiet" run={send} failure="Failed to send the link">
              Send a New Link
            </ActionButton>
          )}
          {works && <EndLink record={record} />}
        </div>
      )}
    </Card>
  )
}

/** Ends the link that works now, after a question. */
function EndLink({ record }: { record: ShopOrderDetail }) {
  const change = useChange(record)
  const end = async () => {
    await change(({ id }) => revokeFloristLink(id))
    notify.success('The florist’s link has ended')
  }
  return (
    <ConfirmButton
      label="End Link"
      danger
      title="End the florist’s link?"
      action="End Link"
      run={end}
      failure="Failed to end the link"
    >
      <p>
        <b>{record.shop.name}</b> can no longer open the order or answer with the link they have. A new link
        can be sent at any time.
      </p>
    </ConfirmButton>
  )
}

/** Takes the order back from its shop; it awaits assignment again. */
export function Unassign({ record }: { record: ShopOrderDetail }) {
  const { shop, order, link } = record
  const change = useChange(record)
  const unassign = () =>
    change(async ({ id, version }) => {
      const { notified } = await unassignShop(id, version)
      notify.success(notified ? `Order unassigned. ${shop.name} is told by e-mail.` : 'Order unassigned')
    })
  return (
    <ConfirmButton
      label="Unassign"
      danger
      title={`Unassign ${order.reference}?`}
      action="Unassign"
      run={unassign}
      failure="Failed to take the order back"
    >
      <p>
        The order is taken back from <b>{shop.name}</b> and awaits a shop again. What has happened stays in
        its timeline.
      </p>
      {link && <p>Their link ends, and they get an e-mail that it is not theirs any more.</p>}
    </ConfirmButton>
  )
}
