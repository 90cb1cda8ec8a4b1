import { useEffect, useRef } from 'react'
import { Banner, BannerActions } from '#src/admin/ui/banner.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { AssignmentChoices } from './queries.ts'

type Live = AssignmentChoices['history'][number]

/** The shop order that has this order now, if there is one. */
export const liveOf = ({ history }: AssignmentChoices): Live | undefined => history.find(({ live }) => live)

type AssignedBannerProps = {
  orderId: string
  live: Live
  /** Somebody else assigned it just before this press. */
  late?: boolean
}

/** An order that has a shop: who gave it to whom, and when, with the way there. */
export function AssignedBanner({ orderId, live, late = false }: AssignedBannerProps) {
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
          <span>{`Assigned by ${live.assignedBy ?? 'a former user'}, `}</span>
          <When at={live.assignedAt} />
        </p>
        <BannerActions>
          <LinkButton to="/admin/shop-orders/$id" params={{ id: live.shopOrderId }} look="quiet">
            View shop order
          </LinkButton>
          {live.status !== 'delivered' && (
            <LinkButton
              to="/admin/assign-orders/select-shop/$orderId"
              params={{ orderId }}
              search={{ replaces: live.shopOrderId }}
              look="quiet"
            >
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
  if (!live) {
    return (
      <Banner tone="butter" className="" role="alert">
        <p>The previous shop no longer has this order. You’re about to assign it again.</p>
      </Banner>
    )
  }
  return (
    <Banner tone="butter" className="">
      <p>
        <b>{live.shop}</b> has this order. Reassigning it withdraws the order from them and revokes their
        link.
      </p>
    </Banner>
  )
}
