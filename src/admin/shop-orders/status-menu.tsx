import { useState } from 'react'
import * as z from 'zod/mini'
import { shopOrderStatusRequest } from '#api/shop-orders/schema.ts'
import {
  SHOP_ORDER_STATUS_COLOURS,
  SHOP_ORDER_STATUSES,
  type ShopOrderStatus as Status,
  shopOrderIsLive,
} from '#domain/order-status.ts'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { StatusMenu, useStatusChange } from '#src/admin/ui/status-change.tsx'
import { type ShopOrderDetail, setShopOrderStatus, shopOrderQuery } from './queries.ts'
import { ShopOrderStatus } from './status.tsx'

/** Any status from any other while its shop has it, with time and person. A rejection asks why. */
export function ShopOrderStatusMenu({ record }: { record: ShopOrderDetail }) {
  const { id, version, status: now, rejectionReason } = record
  const [rejecting, setRejecting] = useState(false)
  const { setting, set } = useStatusChange({
    queryKey: shopOrderQuery(id).queryKey,
    about: `shop-order:${id}`,
    now,
    send: (status: Status, reason) => setShopOrderStatus(id, { status, reason, version, holdEmails: true }),
    undo: ({ version, orderStatus: { from, to } }) => {
      const former = { status: now, reason: rejectionReason, version }
      return setShopOrderStatus(id, { ...former, restoreOrder: { from: to, to: from } })
    },
    what: 'Shop order',
    buyer: record.order.customerEmail,
    shop: record.shop.name,
    onDone: () => setRejecting(false),
  })
  return (
    <>
      {shopOrderIsLive(record) ? (
        <StatusMenu
          statuses={SHOP_ORDER_STATUSES}
          colours={SHOP_ORDER_STATUS_COLOURS}
          now={now}
          setting={setting}
          onChoose={(status) => {
            if (status === 'rejected') setRejecting(true)
            else void set(status)
          }}
        />
      ) : (
        <ShopOrderStatus {...record} />
      )}
      {/* The florist said no on the phone: why, if they said. */}
      <FormDialog
        open={rejecting}
        onOpenChange={setRejecting}
        title={`Mark as rejected by ${record.shop.name}?`}
        description="The order goes back to the assign list. The reason is kept in its timeline."
      >
        <SmallForm
          label="Reject"
          schema={why}
          start={{ reason: '' }}
          send={({ reason }) => set('rejected', reason)}
          submit="Reject"
          failure="Failed to update shop order status"
          onCancel={() => setRejecting(false)}
        >
          <FormTextArea name="reason" label="Reason, if they gave one" rows={3} />
        </SmallForm>
      </FormDialog>
    </>
  )
}

const why = z.object({ reason: shopOrderStatusRequest.shape.reason })
