import { useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Banner } from '#src/admin/ui/banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { flagLabels } from './flag-labels.ts'
import { type OrderDetail, orderChanged, resolveFlag } from './queries.ts'

/** Warnings for a person, above everything else. */
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
