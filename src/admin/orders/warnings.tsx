import { useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { offerRequest } from '#api/broken-promises/schema.ts'
import type { OrderFlag } from '#domain/order/events.ts'
import { zoneName } from '#domain/time-zones.ts'
import { localText } from '#domain/zoned-time.ts'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Banner } from '#src/admin/ui/banner.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { flagLabels } from './flag-labels.ts'
import { askBuyer, type OrderDetail, orderChanged, resolveFlag } from './queries.ts'

/** `Ask the Buyer`, and the dialog behind it: with a new time to wait for, or without. */
export function AskButton({ order, look }: { order: OrderDetail; look: 'action' | 'quiet' }) {
  const waitUntil = order.danger?.waitUntil ?? null
  const [open, setOpen] = useState(false)
  const cache = useQueryClient()
  return (
    <>
      <Button type="button" look={look} onClick={() => setOpen(true)}>
        Ask the Buyer
      </Button>
      <FormDialog
        open={open}
        onOpenChange={setOpen}
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
              setOpen(false)
            } finally {
              await orderChanged(cache)
            }
          }}
          submit="Ask the Buyer"
          failure="Failed to ask the buyer"
          onCancel={() => setOpen(false)}
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
    </>
  )
}

/** The flags that a person has to look at, without the one that is the next step. */
export function Flags({ order, except }: { order: OrderDetail; except: OrderFlag | null }) {
  return order.flags
    .filter(({ kind, resolvedAt }) => resolvedAt === null && kind !== except)
    .map((flag) => {
      const { title, todo } = flagLabels(flag.kind, order)
      return (
        <Banner key={flag.id} tone="butter" aria-label={title}>
          <CircleAlert aria-hidden />
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="font-text text-base tracking-normal">{title}</h2>
            {flag.detail && <p>{`${flag.detail}.`}</p>}
            <p>{todo}</p>
          </div>
          <SettleButton id={order.id} flagId={flag.id} />
        </Banner>
      )
    })
}

/** Somebody has looked at a flag, and nothing is left to be done about it. */
export function SettleButton({ id, flagId }: { id: string; flagId: string }) {
  const cache = useQueryClient()
  const settle = async () => {
    await resolveFlag(id, flagId)
    notify.success('Marked as settled')
    await orderChanged(cache)
  }
  return (
    <ActionButton look="quiet" run={settle} failure="Failed to update order">
      Mark as Settled
    </ActionButton>
  )
}
