import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { offerRequest } from '#api/questions/schema.ts'
import { zoneName } from '#domain/time-zones.ts'
import { localText } from '#domain/zoned-time.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { askBuyer, type OrderDetail, orderChanged } from './queries.ts'

/** Asks the buyer about a broken promise: with a new time to wait for, or without. */
export function AskDialog({ order, ...openable }: Openable & { order: OrderDetail }) {
  const waitUntil = order.danger?.waitUntil ?? null
  const cache = useQueryClient()
  return (
    <FormDialog
      {...openable}
      title={`Ask the buyer of ${order.reference}`}
      description={`${order.customerName} gets an email and chooses once: another day, cancel with a full refund, or wait, if you give a time.`}
    >
      <SmallForm<z.input<typeof offerRequest>, z.output<typeof offerRequest>>
        label="Ask the buyer"
        schema={offerRequest}
        // The time that the florist proposed, by the market's clock.
        start={{ waitUntil: waitUntil === null ? '' : localText(new Date(waitUntil), order.timeZone) }}
        send={async (request) => {
          try {
            await askBuyer(order.id, request)
            notify.success(`${order.customerName} was asked`)
            openable.onOpenChange(false)
          } finally {
            await orderChanged(cache)
          }
        }}
        submit="Ask the buyer"
        failure="Failed to ask the buyer"
        onCancel={() => openable.onOpenChange(false)}
        cancel="Back"
      >
        <FormText
          scope="choice"
          name="waitUntil"
          label={`New time to wait for (${zoneName(order.timeZone)})`}
          type="datetime-local"
          hint="Leave it empty if waiting is no choice."
        />
      </SmallForm>
    </FormDialog>
  )
}
