import { useState } from 'react'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { type ShopOrderDetail, unassignShop } from './queries.ts'
import { useChange } from './use-change.ts'

/** Takes the order back from its shop; it awaits assignment again. */
export function Unassign({ record }: { record: ShopOrderDetail }) {
  const { shop, order, link } = record
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const change = useChange(record)
  const unassign = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await change(async ({ id, version }) => {
        const { notified } = await unassignShop(id, version)
        notify.success(notified ? `Order unassigned. ${shop.name} is told by e-mail.` : 'Order unassigned')
      })
    } catch (thrown) {
      setError(messageOf(thrown, 'Failed to take the order back'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        type="button"
        look="quiet"
        className="button-danger"
        onClick={() => {
          setError(undefined)
          setAsking(true)
        }}
      >
        Unassign
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Unassign ${order.reference}?`}
        action="Unassign"
        busy={busy}
        error={error}
        onConfirm={unassign}
      >
        <p>
          The order is taken back from <b>{shop.name}</b> and awaits a shop again. What has happened stays in
          its timeline.
        </p>
        {link && <p>Their link ends, and they get an e-mail that it is not theirs any more.</p>}
      </ConfirmDialog>
    </>
  )
}
