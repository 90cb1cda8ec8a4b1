import { useRef, useState } from 'react'
import { SHOP_ORDER_STATUS_COLOURS, SHOP_ORDER_STATUSES, type ShopOrderStatus } from '#domain/order-status.ts'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { StatusChoice } from '#src/admin/ui/status-choice.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { type ShopOrderDetail, setShopOrderStatus } from './queries.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { Stamp } from './stamp.tsx'
import { useChange } from './use-change.ts'

const FAILURE = 'Failed to update shop order status'

/** Any status from any other (§4), with time and person. A rejection asks why. */
export function StatusButtons({ record }: { record: ShopOrderDetail }) {
  const change = useChange(record)
  const [setting, setSetting] = useState<ShopOrderStatus>()
  const [rejecting, setRejecting] = useState(false)
  // State comes a moment too late for a double click.
  const busy = useRef(false)
  const set = async (status: ShopOrderStatus, reason: string | null = null) => {
    if (busy.current) return
    busy.current = true
    setSetting(status)
    try {
      await change(({ id, version }) => setShopOrderStatus(id, { status, reason, version }))
      notify.success(`Shop order status updated to ${status}`)
    } catch (error) {
      notify.error(messageOf(error, FAILURE))
    }
    busy.current = false
    setSetting(undefined)
    setRejecting(false)
  }
  if (record.withdrawnAt !== null) return null
  return (
    <StatusChoice
      statuses={SHOP_ORDER_STATUSES}
      colours={SHOP_ORDER_STATUS_COLOURS}
      now={record.status}
      setting={setting}
      onChoose={(status) => {
        if (status === 'rejected') setRejecting(true)
        else void set(status)
      }}
    >
      <Stamp stamp={record.statusStamp} shop={record.shop.name} />
      <RejectDialog
        open={rejecting}
        shop={record.shop.name}
        onClose={() => setRejecting(false)}
        onReject={(reason) => set('rejected', reason)}
      />
    </StatusChoice>
  )
}
