import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef } from 'react'
import { Banner, BannerActions } from '#src/admin/ui/banner.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type AssignmentChoices, assigner, assignTarget } from './queries.ts'

type Live = AssignmentChoices['history'][number]

/** The shop order that has this order now, if there is one. */
export const liveOf = ({ history }: AssignmentChoices): Live | undefined => history.find(({ live }) => live)

type AssignedBannerProps = {
  choices: AssignmentChoices
  live: Live
  /** Somebody else assigned it just before this press. */
  late?: boolean
}

/** An order that has a shop: who gave it to whom, and when, with the way there. */
export function AssignedBanner({ choices: { order, situation }, live, late = false }: AssignedBannerProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (late) box.current?.focus()
  }, [late])
  return (
    <Banner tone="butter" className="" role="alert" tabIndex={-1} ref={box}>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {late ? `Someone just assigned this order: ${live.shop} has it` : `${live.shop} has this order`}
        </p>
        <p>
          <span>{`Assigned by ${assigner(live.assignedBy)}, `}</span>
          <When at={live.assignedAt} />
          <span>{`. ${situation.sentence}`}</span>
        </p>
        <BannerActions>
          <LinkButton to="/admin/shop-orders/$id" params={{ id: live.shopOrderId }} look="quiet">
            View shop order
          </LinkButton>
          {live.status !== 'delivered' && (
            <LinkButton {...assignTarget(order.id, live.shopOrderId)} look="quiet">
              Reassign
            </LinkButton>
          )}
        </BannerActions>
      </div>
    </Banner>
  )
}

/** Reassigning withdraws the order from its shop, if it still has one. */
export function Replacing({ live }: { live: Live | undefined }) {
  return (
    <Banner tone="butter" className="" role={live ? undefined : 'alert'}>
      {live ? (
        <p>
          <b>{live.shop}</b> has this order. Reassigning it withdraws the order from them and revokes their
          link.
        </p>
      ) : (
        <p>The previous shop no longer has this order. You’re about to assign it again.</p>
      )}
    </Banner>
  )
}

/** An order that is over or called off needs no florist; the way to its shop order, if it has one. */
export function NoFlorist({ choices }: { choices: AssignmentChoices }) {
  const { order, refusal, situation } = choices
  const live = liveOf(choices)
  return (
    <Banner tone="butter" className="">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{refusal}</p>
        {situation.who === 'owner' && <p>{situation.sentence}</p>}
        <BannerActions>
          <LinkButton to="/admin/orders/$id" params={{ id: order.id }} look="quiet">
            View order
          </LinkButton>
          {live && (
            <LinkButton to="/admin/shop-orders/$id" params={{ id: live.shopOrderId }} look="quiet">
              View shop order
            </LinkButton>
          )}
        </BannerActions>
      </div>
    </Banner>
  )
}

const RETURN_AFTER_MS = 2000

/** The success banner, and the way back to the list: by itself after two seconds, at once by its link. */
export function SuccessBanner({ shop, notified }: { shop: string; notified: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const cache = useQueryClient()
  useEffect(() => {
    // The button that had the focus is disabled now.
    box.current?.focus()
    // It outlives the banner: it is still there beside the list.
    notify.success('Order assigned to shop successfully')
    // Orders, shop orders, the dashboard: whatever shows an order shows another one now. This screen stays as it is.
    void cache.invalidateQueries({ refetchType: 'none' })
    const timer = setTimeout(() => void navigate({ to: '/admin/assign-orders' }), RETURN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate, cache])
  return (
    <Banner tone="stem" className="" role="status" tabIndex={-1} ref={box}>
      <CircleCheck aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{`${shop} has this order now`}</p>
        <p>
          {notified
            ? 'They’ll get an email with a link to respond.'
            : 'They have no email on file. Please call them.'}
        </p>
      </div>
      <LinkButton to="/admin/assign-orders" look="quiet">
        Back to the list
      </LinkButton>
    </Banner>
  )
}
