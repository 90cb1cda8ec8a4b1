import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { shopOrderStatusRequest } from '#api/shop-orders/schema.ts'
import { SHOP_ORDER_STATUS_COLOURS, SHOP_ORDER_STATUSES, type ShopOrderStatus } from '#domain/order-status.ts'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { StatusChoice } from '#src/admin/ui/status-choice.tsx'
import { emailNotices } from '#src/admin/ui/status-effects.ts'
import { notify } from '#src/admin/ui/toasts.tsx'
import { offerUndo } from '#src/admin/ui/undo.ts'
import { When } from '#src/admin/ui/when.tsx'
import { type ShopOrderDetail, setShopOrderStatus, shopOrderQuery } from './queries.ts'
import { Stamp } from './status.tsx'
import { useChange } from './use-change.ts'

const FAILURE = 'Failed to update shop order status'

/** Any status from any other, with time and person. A rejection asks why. */
export function StatusButtons({ record }: { record: ShopOrderDetail }) {
  const cache = useQueryClient()
  const change = useChange(record)
  const [setting, setSetting] = useState<ShopOrderStatus>()
  const [rejecting, setRejecting] = useState(false)
  // State comes a moment too late for a double click.
  const busy = useRef(false)
  const done = () => {
    busy.current = false
    setSetting(undefined)
    setRejecting(false)
  }
  const set = async (status: ShopOrderStatus, reason: string | null = null) => {
    if (busy.current) return
    busy.current = true
    setSetting(status)
    try {
      await change(async ({ id, version }) => {
        const changed = await setShopOrderStatus(id, { status, reason, version, holdEmails: true })
        // Other changes are read anew; until then another status can be chosen.
        const shown = { status, rejectionReason: reason, version: changed.version }
        cache.setQueryData(shopOrderQuery(id).queryKey, (now) => now && { ...now, ...shown })
        done()
        offerUndo({
          about: `shop-order:${id}`,
          lines: linesAfter(record, status, changed),
          failure: FAILURE,
          undo: () => undo(changed),
        })
      })
    } catch (error) {
      notify.error(messageOf(error, FAILURE))
      done()
    }
  }
  const undo = async ({ version, orderStatus: { from, to } }: Changed) => {
    const { status, rejectionReason: reason } = record
    let lines: string[] = []
    await change(async ({ id }) => {
      const former = { status, reason, version, restoreOrder: { from: to, to: from } }
      lines = linesAfter(record, status, await setShopOrderStatus(id, former))
    })
    return lines
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
      {record.status === 'pending' && record.answerBy && (
        <p className="mt-2.5 text-small leading-normal text-muted">
          Has to answer by <When at={record.answerBy} zone={record.order.timeZone} />
        </p>
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
          failure={FAILURE}
          onCancel={() => setRejecting(false)}
        >
          <FormTextArea name="reason" label="Reason, if they gave one" rows={3} />
        </SmallForm>
      </FormDialog>
    </StatusChoice>
  )
}

type Changed = Awaited<ReturnType<typeof setShopOrderStatus>>

/** The lines of a change's message: the status, and who hears of it or has heard otherwise. */
function linesAfter({ order, shop }: ShopOrderDetail, to: ShopOrderStatus, changed: Changed): string[] {
  const notices = emailNotices(changed, { buyer: order.customerEmail, shop: shop.name })
  return [`Shop order status updated to ${to}`, ...notices]
}

const why = z.object({ reason: shopOrderStatusRequest.shape.reason })
