import * as z from 'zod/mini'
import { shopOrderStatusRequest } from '#api/shop-orders/schema.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'

type RejectDialogProps = Openable & {
  /** Its name. */
  shop: string
  onReject: (reason: string | null) => Promise<void>
}

/** The florist said no on the phone: why, if they said. */
export function RejectDialog({ shop, onReject, ...openable }: RejectDialogProps) {
  return (
    <FormDialog
      {...openable}
      title={`Mark as rejected by ${shop}?`}
      description="The order goes back to the assign list. The reason is kept in its timeline."
    >
      <SmallForm
        label="Reject"
        schema={why}
        start={{ reason: '' }}
        send={({ reason }) => onReject(reason)}
        submit="Reject"
        failure="Failed to update shop order status"
        onCancel={() => openable.onOpenChange(false)}
      >
        <FormTextArea name="reason" label="Reason, if they gave one" rows={3} />
      </SmallForm>
    </FormDialog>
  )
}

const why = z.object({ reason: shopOrderStatusRequest.shape.reason })
