import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { useNow } from '#src/admin/first-screen.tsx'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Card } from '#src/admin/ui/card.tsx'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import { Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { revokeFloristLink, type ShopOrderDetail, sendFloristLink, unassignShop } from './queries.ts'
import { useChange } from './use-change.ts'

/** The florist's link: whether they have one, have opened it; a new one, or its end. A shop order that is over has its dates. */
export function FloristLink({ record }: { record: ShopOrderDetail }) {
  const { link, shop, allowed } = record
  const change = useChange(record)
  const now = useNow()
  const live = shopOrderIsLive(record)
  const works = link !== null && Date.parse(link.expiresAt) > now
  if (!live && !link) return null
  const end = async () => {
    await change(({ id }) => revokeFloristLink(id))
    notify.success('Florist’s link revoked')
  }
  return (
    <Card title="Florist’s link">
      {link ? (
        <Facts>
          <TimeFact term="Created" at={link.createdAt} />
          <TimeFact term="First opened" at={link.openedAt} />
          <TimeFact term={works ? 'Works until' : 'Ended'} at={link.expiresAt} />
        </Facts>
      ) : (
        <p className="text-muted">
          {shop.email === null ? (
            <>
              <span>{`${shop.name} has no email on file, so there is no link. `}</span>
              <Link className="link" to="/admin/shops/$id/edit" params={{ id: shop.id }}>
                Add one
              </Link>
            </>
          ) : (
            'No active link.'
          )}
        </p>
      )}
      {live && (allowed.sendLink || works) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {allowed.sendLink && (
            <SendLinkButton id={record.id} look="quiet">
              Send a new link
            </SendLinkButton>
          )}
          {works && (
            <ConfirmButton
              label="Revoke link"
              danger
              title="Revoke the florist’s link?"
              action="Revoke link"
              run={end}
              failure="Failed to revoke the link"
            >
              <p>
                <b>{shop.name}</b> can no longer open or answer the order with their current link. You can
                send a new one at any time.
              </p>
            </ConfirmButton>
          )}
        </div>
      )}
    </Card>
  )
}

type SendLinkButtonProps = Pick<ComponentProps<typeof ActionButton>, 'look' | 'children'> & { id: string }

/** Sends the florist of a shop order the order once more, with a new link. */
export function SendLinkButton({ id, ...rest }: SendLinkButtonProps) {
  const cache = useQueryClient()
  const send = async () => {
    try {
      const { sentTo, expiresAt } = await sendFloristLink(id)
      notify.success(`New link sent to ${sentTo}. It works until ${formatDateTime(new Date(expiresAt))}.`)
    } finally {
      await cache.invalidateQueries()
    }
  }
  return <ActionButton {...rest} run={send} failure="Failed to send the link" />
}

/** Takes the order back from its shop; it awaits assignment again. */
export function Unassign({ record }: { record: ShopOrderDetail }) {
  const { shop, order, link } = record
  const change = useChange(record)
  const unassign = () =>
    change(async ({ id, version }) => {
      const { notified } = await unassignShop(id, { version })
      notify.success(
        notified ? `Order unassigned. ${shop.name} will be notified by email.` : 'Order unassigned',
      )
    })
  return (
    <ConfirmButton
      label="Unassign"
      danger
      title={`Unassign ${order.reference}?`}
      action="Unassign"
      run={unassign}
      failure="Failed to unassign the order"
    >
      <p>
        The order is withdrawn from <b>{shop.name}</b> and goes back to the assign list. Its timeline is kept.
      </p>
      {link && <p>Their link is revoked, and they get an email that the order was withdrawn.</p>}
    </ConfirmButton>
  )
}
