import { useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Siren from 'lucide-react/icons/siren'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { offerRequest } from '#api/broken-promises/schema.ts'
import { DANGER_LABELS } from '#domain/order/danger-labels.ts'
import { zoneName } from '#domain/time-zones.ts'
import { localText } from '#domain/zoned-time.ts'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Banner, BannerActions } from '#src/admin/ui/banner.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { TimeLeft } from '#src/admin/ui/time-left.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { flagLabels } from './flag-labels.ts'
import { askBuyer, type OrderDetail, orderChanged, resolveFlag } from './queries.ts'

/** That the promise of an order is in danger, why, and whether its buyer was asked. */
export function DangerBanner({ order }: { order: OrderDetail }) {
  const { danger, timeZone } = order
  if (!danger) return null
  const isReady = order.shopOrders.some(({ live, status }) => live && status === 'ready')
  return (
    <Banner aria-label="Promise in danger">
      <Siren aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="font-text text-base tracking-normal">Promise in danger</h2>
        <TimeLeft {...order} />
        <p>{DANGER_LABELS[danger.reason]}</p>
        {danger.waitUntil && (
          <p>
            New time: <When at={danger.waitUntil} zone={timeZone} />
          </p>
        )}
        {danger.offeredAt && danger.expiresAt ? (
          <p>
            The buyer was asked <When at={danger.offeredAt} />, and can answer until{' '}
            <When at={danger.expiresAt} />.{' '}
            <span>
              {isReady
                ? 'The flowers are ready: without an answer, nothing is cancelled.'
                : 'Without an answer, the order is cancelled and refunded then, unless a florist accepts it or has it ready.'}
            </span>
          </p>
        ) : (
          <BannerActions>
            <AskButton order={order} waitUntil={danger.waitUntil} />
          </BannerActions>
        )}
      </div>
    </Banner>
  )
}

/** `Ask the Buyer`, and the dialog behind it: with a new time to wait for, or without. */
function AskButton({ order, waitUntil }: { order: OrderDetail; waitUntil: string | null }) {
  const [open, setOpen] = useState(false)
  const cache = useQueryClient()
  return (
    <>
      <Button type="button" onClick={() => setOpen(true)}>
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

/** The other flags, which a person has to look at. */
export function Flags({ order }: { order: OrderDetail }) {
  const { id, flags } = order
  const cache = useQueryClient()
  return flags
    .filter(({ resolvedAt }) => resolvedAt === null)
    .map((flag) => {
      const { title, todo } = flagLabels(flag.kind, order)
      const settle = async () => {
        await resolveFlag(id, flag.id)
        notify.success('Marked as settled')
        await orderChanged(cache)
      }
      return (
        <Banner key={flag.id} tone="butter" aria-label={title}>
          <CircleAlert aria-hidden />
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="font-text text-base tracking-normal">{title}</h2>
            {flag.detail && <p>{`${flag.detail}.`}</p>}
            <p>{todo}</p>
          </div>
          <ActionButton look="quiet" run={settle} failure="Failed to update order">
            Mark as Settled
          </ActionButton>
        </Banner>
      )
    })
}
